import type { DealView, DecisionInfo, FightView, OptionInfo, PlayerView } from "$lib/protocol";

/** What moves the game on, the usual thing first. */
const USUAL = ["claim", "loot", "proceed", "done"];

/**
 * The one answer that is the sensible thing to do, for the main button; none where it is a matter of taste. In a lesson
 * it is what is taught: the button for it, or none where a card is to be touched.
 */
export function sensible(
  decision: DecisionInfo,
  fight: FightView | null,
  me: number,
  taught: readonly number[] = [],
  kind = "",
): OptionInfo | undefined {
  if (!decision.asked) return undefined;
  const { options } = decision;
  if (taught.length) {
    return options.find((option) => taught.includes(option.code) && ["choose", "go_on"].includes(option.group));
  }
  // Whoever plays a Level means it for themselves.
  const own = options.find((option) => option.verb === "pick_player" && option.seats?.[0] === me);
  if (kind === "go_up_a_level" && own) return own;
  if (fight && fight.fighter === me && decision.passable && !fight.winning) {
    // Nobody runs while a card in their hand would win.
    return options.find((option) => option.foretold?.[2] && option.verb !== "accept");
  }
  const ours = fight && (fight.fighter === me || fight.helper === me);
  const sides = options.filter((option) => option.verb === "pick_side" && option.foretold?.[2]);
  if (ours && sides.length === 1) return sides[0];
  for (const verb of USUAL) {
    const found = options.filter((option) => option.verb === verb);
    if (found.length === 1) return found[0];
  }
  const steps = options.filter((option) => option.group === "choose" || option.group === "go_on");
  return steps.length === 1 ? steps[0] : undefined;
}

/** What a seat sees of the table when it weighs an offer. */
interface Weighed {
  me: number;
  fight: FightView | null;
  view: { players: readonly PlayerView[] };
}

/** Whether this answer is the sensible one: to accept what brings me something, unless we lose or they win the game. */
export function worthTaking(deal: DealView, answer: OptionInfo, { me, fight, view }: Weighed): boolean {
  if (answer.verb !== "accept" || answer.foretold?.[2] === false) return false;
  if (deal.kind !== "help") return deal.gives.length > 0;
  if (fight?.fighter === me) return !fight.winning;
  const by = view.players[deal.by];
  const paid = deal.treasures > 0 || deal.gives.length > 0 || deal.promises.length > 0;
  return paid && by !== undefined && by.level < by.winning_level - 1;
}

/** Answers in the order in which they are offered: a Curse is meant for a rival, so oneself comes last. */
export function inOrder(options: readonly OptionInfo[], kind: string | undefined, me: number): OptionInfo[] {
  const mine = (option: OptionInfo) => option.seats?.length === 1 && option.seats[0] === me;
  if (kind !== "curse") return [...options];
  return [...options.filter((option) => !mine(option)), ...options.filter(mine)];
}
