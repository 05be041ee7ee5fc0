/** The face of each quick reaction. */
export const FACES: Record<string, string> = {
  laugh: "😄",
  cheer: "🎉",
  gasp: "😱",
  cry: "😢",
  angry: "😠",
  clap: "👏",
  think: "🤔",
  hurry: "⏳",
};
