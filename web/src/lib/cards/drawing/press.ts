/** Drawing cards without a page: all names of pictures are known from the start. */

import { NAMES } from "$lib/icons/names";
import { learnNames } from "$lib/icons/pictures";

learnNames(NAMES);
export * from "./index";
