import { ask } from "./api";
import type {
  CardInfo,
  Join,
  NewTable,
  Opened,
  OptionOfRules,
  PackInfo,
  RuleInfo,
  SeatKey,
  ServerInfo,
  TableInfo,
} from "./protocol";

/** The requests of the lobby, one function each. */

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const getServer = () => ask<ServerInfo>("/api/server");
export const getPacks = () => ask<PackInfo[]>("/api/packs");
export const getRules = () => ask<RuleInfo[]>("/api/rules");
export const getOptions = (packs: string[], book?: string) =>
  ask<OptionOfRules[]>("/api/options", { query: { packs: packs.join(","), book } });
export const getCards = (packs: string[]) => ask<CardInfo[]>("/api/cards", { query: { packs: packs.join(",") } });

export const getTables = () => ask<TableInfo[]>("/api/tables");
export const getTable = (table: string, token = "") => ask<TableInfo>(at(table), { token });
export const openTable = (wanted: NewTable) => ask<Opened>("/api/tables", { body: wanted });
export const joinTable = (table: string, wanted: Join) => ask<SeatKey>(`${at(table)}/join`, { body: wanted });
export const getTableCards = (table: string, token = "") => ask<CardInfo[]>(`${at(table)}/cards`, { token });
