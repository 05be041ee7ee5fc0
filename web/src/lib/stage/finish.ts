import { listed } from "$lib/common/words";
import { t } from "$lib/i18n";

/** How a game was won, in names. */
export interface Won {
  names: readonly string[];
  turns: number;
  /** The monsters of the last fight; none where no fight won it. */
  monsters: readonly string[];
  /** Who was beside the winner in it, and may have won too; empty: nobody. */
  helper: string;
  /** The card that gave the last level without a fight. */
  by: string;
  /** The last card that was played against the winner in that fight, and by whom. */
  against: { name: string; card: string } | null;
}

/** The story of a win in one sentence. */
export function finishWords({ names, turns, monsters, helper, by, against }: Won): string {
  const together = names.length > 1;
  const parts = [t(together ? "story.won.together" : "story.won", { name: listed(names), turns })];
  if (monsters.length) {
    parts.push(t("story.with", { monsters: listed(monsters) }));
    if (helper && !names.includes(helper)) parts.push(t("story.helped", { helper }));
    else if (!together) parts.push(t("story.alone"));
    if (against) parts.push(t("story.in_vain", against));
  } else if (by) parts.push(t("story.by", { card: by }));
  return `${parts.join("")}.`;
}
