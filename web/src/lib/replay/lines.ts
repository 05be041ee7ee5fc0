import { listed } from "$lib/common/words";
import { t } from "$lib/i18n";
import type { StoryLine } from "$lib/protocol";

/** A line of a story in one sentence: what happened, to whom, and what came of it; else as the log has it. */
export function lineWords(line: StoryLine, names: readonly string[]): string {
  const parts = partsOf(line, (seat) => names[seat] ?? "");
  return parts ? `${parts.join("").replace(/,$/, "")}.` : line.words;
}

function partsOf(line: StoryLine, called: (seat: number) => string): string[] | null {
  const { card, gold, level, leads } = line;
  const name = called(line.seat);
  const other = line.other === null ? "" : called(line.other);
  const monsters = listed(line.monsters);
  const [party, against] = line.sums;
  const reached = level === null ? "" : t(leads ? "story.line.leads" : "story.line.level", { level });
  switch (line.what) {
    case "fight_won":
      return [
        t("story.line.beats", { name, monsters }),
        line.helper === null ? "" : t("story.line.helped", { helper: called(line.helper) }),
        party === undefined || against === undefined ? "" : t("story.line.sums", { party, against }),
        other ? t("story.line.though", { other, card }) : "",
        reached,
      ];
    case "cursed":
      return [t("story.line.cursed", { name, other, card })];
    case "caught":
      return [t("story.line.caught", { name, monsters })];
    case "died":
      return card ? [t("story.line.killed", { name, card })] : null;
    case "level_gained":
      return card ? [t("story.line.by", { name, card }), reached] : null;
    case "sold":
      return [t("story.line.sold", { name, gold }), reached];
    default:
      return null;
  }
}
