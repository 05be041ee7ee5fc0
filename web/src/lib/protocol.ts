/** The messages of the server. Written by tools/wire_types.py from src/kickdoor/server/protocol/. */

/** The first message: who one is. An empty token looks on from the gallery of a listed table. With `epoch` and `last` of an earlier connection, what was missed is sent again instead of everything. */
export interface Hello {
  type: "hello";
  id?: number;
  token?: string;
  language?: string;
  epoch?: string;
  last?: number;
  name?: string;
}

/** Take an option. `window` is the decision that it was meant for; it is taken later, too, where still lawful. */
export interface Answer {
  type: "answer";
  id?: number;
  option: number;
  window?: number | null;
}

/** Put an offer of one's own on the table. */
export interface Bargain {
  type: "bargain";
  id?: number;
  offer: Offer;
  window?: number | null;
}

/** No objection: the window may end as far as I am concerned. It can be taken back until it ends. `scope`: also none to whatever else comes in this fight, or in this turn, unless it concerns me. */
export interface Pass {
  type: "pass";
  id?: number;
  window: number;
  back?: boolean;
  scope?: "fight" | "turn" | "window";
}

/** Hold the window: I want to say something. */
export interface Speak {
  type: "speak";
  id?: number;
}

/** Why can I not do this? At most 32 at once. */
export interface Why {
  type: "why";
  id?: number;
  intents: Intent[];
}

/** Play this as soon as it is lawful; `intent` null takes the last one back. */
export interface Intend {
  type: "intend";
  id?: number;
  intent: Intent | null;
}

/** Standing orders: do not ask me unless …; null: always ask me. */
export interface Orders {
  type: "orders";
  id?: number;
  unless: ("can_play" | "concerns_me" | "would_win")[] | null;
}

/** Alone among bots: where the game stops for me, how fast it is shown, whether it is paused; null: as it is. */
export interface Pace {
  type: "pace";
  id?: number;
  stops?: "act" | "fights" | "never" | null;
  tempo?: "at_once" | "fast" | "normal" | "slow" | null;
  paused?: boolean | null;
}

/** I have looked round: as far as I am concerned the clock of the first cards may run. */
export interface Ready {
  type: "ready";
  id?: number;
}

/** Show my hand to another player. */
export interface Show {
  type: "show";
  id?: number;
  to: number;
}

/** Say something to the table. */
export interface Chat {
  type: "chat";
  id?: number;
  text: string;
}

/** A quick reaction. */
export interface React {
  type: "react";
  id?: number;
  reaction: "angry" | "cheer" | "clap" | "cry" | "gasp" | "hurry" | "laugh" | "think";
}

/** Do not let me hear what another player says; `block`: nor let them make me offers; `off`: as before. */
export interface Mute {
  type: "mute";
  id?: number;
  seat: number;
  how?: "block" | "mute" | "off";
}

/** Tell the host, and whoever runs the server, of a player or of somebody in the gallery (`who`). */
export interface Report {
  type: "report";
  id?: number;
  text: string;
  seat?: number | null;
  who?: string;
}

/** Add chance of one's own to the dice, before the game: the SHA-256 of a secret; empty takes it back. */
export interface Stir {
  type: "stir";
  id?: number;
  promise: string;
}

/** The secret that was promised, once the host has begun the game and no promise can change any more. */
export interface Reveal {
  type: "reveal";
  id?: number;
  secret: string;
}

/** Ask the table to take the last answer back. */
export interface Undo {
  type: "undo";
  id?: number;
}

/** Agree to an undo that somebody asked for, or not. */
export interface Consent {
  type: "consent";
  id?: number;
  yes: boolean;
}

/** Begin the game; the host only. Seats still open are taken by bots. */
export interface Start {
  type: "start";
  id?: number;
}

/** Who sits on a seat before the game begins; the host only: a bot by name, or nobody yet. */
export interface Arrange {
  type: "arrange";
  id?: number;
  seat: number;
  bot?: string | null;
}

/** Send a player away; the host only. A bot plays on. Who is banned cannot come back with that link. */
export interface Kick {
  type: "kick";
  id?: number;
  seat: number;
  ban?: boolean;
}

/** Get up for good: a bot plays on, and in the lobby the seat is open again. */
export interface Leave {
  type: "leave";
  id?: number;
}

/** Another name, another face (0: the one that goes with the name), and before the game another sex. */
export interface Rename {
  type: "rename";
  id?: number;
  name: string;
  sex?: "female" | "male" | null;
  face?: number | null;
}

/** Mail me when I am asked and not here, at a table by correspondence; an empty address: no longer. */
export interface Mail {
  type: "mail";
  id?: number;
  address: string;
}

/** The same people once more, at a new table; the host only, after the game. */
export interface Rematch {
  type: "rematch";
  id?: number;
}

/** Send me everything. */
export interface Refresh {
  type: "refresh";
  id?: number;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id?: number;
}

/** A seat and who sits there. `face` is the one that they chose, 0 the one of their name; `temper` is a bot's. `away`: their clock ran out or they left, and the bot plays on for them. */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: "bot" | "open" | "person";
  bot: string;
  sex: string;
  temper: string;
  face: number;
  host: boolean;
  online: boolean;
  away: boolean;
}

/** Who adds chance of their own to the dice: the hash of a secret each, and once the game is over the secrets. */
export interface DiceInfo {
  promised: Record<number, string>;
  revealed: number[];
  revealing: boolean;
  secrets: Record<number, string>;
}

/** The finished game that a table was branched off, and after how many of its answers. */
export interface OriginInfo {
  game: string;
  at: number;
}

/** A table as everybody may know it. */
export interface TableInfo {
  table: string;
  name: string;
  phase: "lobby" | "over" | "playing";
  packs: string[];
  book: string;
  options: Record<string, number>;
  speed: "correspondence" | "fast" | "none" | "normal" | "relaxed";
  listed: boolean;
  seats: SeatInfo[];
  created: number;
  commitment: string;
  salt: string;
  seed: string;
  winners: number[];
  next: string;
  watching: number;
  dice: DiceInfo | null;
  origin: OriginInfo | null;
  guests: PackInfo[];
}

/** One thing that may be done, ready to be shown: its words, and what of the table it is about. */
export interface OptionInfo {
  code: number;
  verb: string;
  words: string;
  group: "arrange" | "bargain" | "choose" | "go_on" | "pass" | "play";
  cards: number[];
  monsters: number[];
  seats: number[];
  number: number | null;
  worth: number;
  foretold: [number, number, boolean] | null;
}

/** What the seat may do now. */
export interface DecisionInfo {
  window: number;
  about: QuestionKind;
  question: string;
  asked: boolean;
  quiet: boolean;
  passable: boolean;
  card: number | null;
  options: OptionInfo[];
  picks: number;
  fewer: boolean;
  due: number;
}

/** What the table waits for. `window`: all may speak until it ends. `turn`: the seats of `for_` are asked, and bots take over where they do not answer in time. `idle`: nothing runs. */
export interface ClockInfo {
  kind: "idle" | "turn" | "window";
  window: number;
  left: number | null;
  whole: number | null;
  for: number[];
  pressed: number[];
  held: number | null;
  waived: number[];
}

/** Something that happened, in words; `times` where it happened several times in a row. */
export interface LogLine {
  words: string;
  what: string;
  seat?: number;
  card?: number;
  times?: number;
}

/** Chat, a reaction, or a word of the table itself (seat -1). */
export interface Said {
  seat: number;
  at: number;
  text?: string;
  reaction?: string;
  name?: string;
  who?: string;
}

/** Somebody asks the table to take the last answer back. */
export interface UndoInfo {
  by: number;
  what: string;
  agreed: number[];
  missing: number[];
}

/** Whom this seat does not hear, and of these who can make it no offers. */
export interface MutedInfo {
  muted: number[];
  blocked: number[];
}

/** What somebody told the host of somebody else. */
export interface ReportInfo {
  at: number;
  by: number;
  text: string;
  seat: number | null;
  who: string;
}

/** What whoever runs the server says to all: it will be started anew at a time, or has been, and why. */
export interface NoticeInfo {
  kind: "restart" | "restarted";
  reason: string;
  at: number;
}

/** How the game goes on for somebody who is alone among bots: nothing is timed, and it stops for them. `stop` says why it stands still: they could act, a fight has begun, or something has struck them. */
export interface PaceInfo {
  stops: "act" | "fights" | "never";
  tempo: "at_once" | "fast" | "normal" | "slow";
  paused: boolean;
  stop: "" | "act" | "fight" | "offer" | "struck";
  undo: boolean;
}

/** What whoever plays a lesson is told now. */
export interface LessonInfo {
  lesson: string;
  title: string;
  words: string;
  done: number;
  steps: number;
  points: number[];
  strayed: boolean;
}

/** A view with what each player would fight with now, by seat. Level, cards in force with whatever of them counts now, Dungeons; while a fight is on, what they have in it or would have as its helper. `bonuses`: what cards before players add to it, where that is not the bonus that they print. */
export interface TableView {
  seat: number;
  turn: number;
  turns: number;
  moment: string;
  met: boolean;
  players: PlayerView[];
  doors_left: number;
  treasures_left: number;
  door_discards: number;
  treasure_discards: number;
  door_top: CardView | null;
  treasure_top: CardView | null;
  seen_in_decks: PeekView[];
  dungeons: DungeonView[];
  dungeons_left: number;
  dungeon_discards: number;
  laid_out: CardView[];
  fight: FightView | null;
  offers: DealView[];
  asked: number[];
  options: number[];
  winners: number[];
  matter: MatterView | null;
  strengths: number[];
  bonuses: Record<number, number>;
}

/** The parts of a view that changed; players by seat. Whole views have all parts. */
export interface ViewChange {
  seat?: number;
  turn?: number;
  turns?: number;
  moment?: string;
  met?: boolean;
  players?: Record<number, PlayerView>;
  doors_left?: number;
  treasures_left?: number;
  door_discards?: number;
  treasure_discards?: number;
  door_top?: CardView | null;
  treasure_top?: CardView | null;
  seen_in_decks?: PeekView[];
  dungeons?: DungeonView[];
  dungeons_left?: number;
  dungeon_discards?: number;
  laid_out?: CardView[];
  fight?: FightView | null;
  offers?: DealView[];
  asked?: number[];
  winners?: number[];
  matter?: MatterView | null;
  strengths?: number[];
  bonuses?: Record<number, number>;
}

/** What changed, by section; a section that is not there is as it was. Numbered for each recipient. A `whole` one has all sections: its log and what was said replace what a client has. Its number is that of the last update sent. Where it greets somebody who was there before, the log follows: until then they keep the one they have. Where something was taken `back`, and where it follows a greeting, the log has all of it too. */
export interface Update {
  type: "update";
  n: number;
  whole?: boolean;
  back?: boolean;
  table?: TableInfo;
  view?: ViewChange;
  decision?: DecisionInfo | null;
  clock?: ClockInfo;
  undo?: UndoInfo | null;
  intent?: Intent | null;
  orders?: ("can_play" | "concerns_me" | "would_win")[] | null;
  pace?: PaceInfo | null;
  lesson?: LessonInfo | null;
  log?: LogLine[];
  events?: GameEvent[];
  said?: Said[];
  muted?: MutedInfo;
  reports?: ReportInfo[];
  notice?: NoticeInfo | null;
}

/** The reply to a hello. Where nothing could be sent again, `whole` is everything; else the rest follows. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  epoch: string;
  seat: number;
  host: boolean;
  whole: Update | null;
}

/** The hello was heard, and its turn comes: told every second until there is a welcome. */
export interface Soon {
  type: "soon";
}

/** Done, and stored. */
export interface Taken {
  type: "taken";
  id: number;
}

/** Not done: the reason, and the rule where it is one; `details`, where there are any, for who writes clients. */
export interface Refused {
  type: "refused";
  id: number;
  reason: string;
  rule: string;
  details?: string;
}

/** Why something cannot be done; an empty reason: it can. */
export interface Reason {
  reason: string;
  rule: string;
}

/** The reply to `why`: one for each intent, in order. */
export interface Reasons {
  type: "reasons";
  id: number;
  reasons: Reason[];
}

/** Here I am. */
export interface Pong {
  type: "pong";
  id: number;
}

/** The last message before the server hangs up, and why; `details`, where there are any, for who writes clients. */
export interface Closed {
  type: "closed";
  reason: string;
  details?: string;
}

/** Who is to sit on a seat of a new table. `me` gets a seat token at once (several of them: several people on one device), `open` waits for a guest, `bot` is played by the bot named. */
export interface SeatPlan {
  kind: "bot" | "me" | "open";
  name?: string;
  bot?: string;
  sex?: "female" | "male" | null;
}

/** A table to be made. The first seat `me` is the host's. With `start` the game begins at once. */
export interface NewTable {
  packs?: string[];
  book?: string | null;
  options?: Record<string, number | boolean>;
  seats: SeatPlan[];
  speed?: "correspondence" | "fast" | "none" | "normal" | "relaxed";
  listed?: boolean;
  name?: string;
  start?: boolean;
}

/** A rule, a ruling or a card that answers a question. */
export interface SearchResult {
  kind: "card" | "rule" | "ruling";
  id: string;
  title: string;
  text: string;
  why?: string;
}

/** What answers a question, the best first. */
export interface SearchResults {
  rules: SearchResult[];
  rulings: SearchResult[];
  cards: SearchResult[];
  whole: boolean;
}

/** A lesson that can be played. */
export interface LessonOffer {
  id: string;
  title: string;
  about: string;
  minutes: number;
}

/** A lesson to be begun by somebody of this name. */
export interface NewLesson {
  name?: string;
}

/** The token of a seat: whoever has it plays there. */
export interface SeatKey {
  seat: number;
  token: string;
}

/** A new table, with the keys of its maker. `invite` lets others join, `gallery` lets them look on. */
export interface Opened {
  table: string;
  keys: SeatKey[];
  invite: string;
  gallery: string;
}

/** Take an open seat. A listed table needs no invite; `seat` null: any. */
export interface Join {
  name: string;
  invite?: string;
  seat?: number | null;
  sex?: "female" | "male" | null;
}

/** A card, with the words made from its effects. At a table, `card` is its number there. */
export interface CardInfo {
  card?: number | null;
  id: string;
  name: string;
  english?: string | null;
  pack: string;
  set?: string;
  deck: string;
  kind: string;
  origin: string;
  words: string[];
  copies?: number;
  tags?: string[];
  level?: number | null;
  treasures?: number | null;
  levels_gained?: number | null;
  bonus?: number | null;
  treasure_bonus?: number | null;
  gold?: number | null;
  slot?: string | null;
  hands?: number | null;
  big?: boolean;
  complex?: boolean;
  rank?: number | null;
  run?: number | null;
  trait?: string | null;
  icon?: string | null;
  flavor?: string | null;
  author?: string | null;
}

/** What this server offers. */
export interface ServerInfo {
  version: string;
  protocol: number;
  languages: string[];
  books: string[];
  bots: string[];
  speeds: ("correspondence" | "fast" | "none" | "normal" | "relaxed")[];
  reactions: ("angry" | "cheer" | "clap" | "cry" | "gasp" | "hurry" | "laugh" | "think")[];
  tables: number;
  mail: boolean;
  guests: boolean;
  probes: boolean;
  largest_pack: number;
  network: NetworkInfo | null;
}

/** How far a server can be reached: the address for others in the network, or whether it may be opened to them. */
export interface NetworkInfo {
  address: string;
  may_open: boolean;
}

/** A finished game: what its page shows first. */
export interface GameInfo {
  game: string;
  name: string;
  packs: string[];
  book: string;
  options: Record<string, number>;
  names: string[];
  bots: string[];
  winners: number[];
  answers: number;
  turns: number;
  began: number;
  ended: number;
  seed: string;
  salt: string;
  commitment: string;
  origin: OriginInfo | null;
  guests: PackInfo[];
}

/** One answer of a finished game, told. */
export interface GameStep {
  at: number;
  seat: number;
  turn: number;
  turns: number;
  log: LogLine[];
}

/** A stretch of a finished game. */
export interface GameSteps {
  whole: number;
  steps: GameStep[];
}

/** The Levels of all seats at the end of a turn. */
export interface LevelsAt {
  at: number;
  turns: number;
  levels: number[];
}

/** A fight of a finished game: its strength before it was decided, and how it went. */
export interface FightStatistics {
  at: number;
  turns: number;
  fighter: number;
  helper: number | null;
  monsters: string[];
  party: number;
  against: number;
  outcome: "ended" | "lost" | "won";
}

/** Figures of a finished game. */
export interface GameStatistics {
  levels: LevelsAt[];
  fights: FightStatistics[];
  hindered: number[][];
  helped: number[][];
  deaths: number[];
  cards_played: number[];
  gold_sold: number[];
}

/** How likely everybody was to win after so many answers, as bots estimate it; by seat, 1 in all. */
export interface ChancesAt {
  at: number;
  turns: number;
  chances: number[];
}

/** A line of the story of a finished game: what the log says of it, and what more there is to tell. */
export interface StoryLine {
  at: number;
  turns: number;
  seat: number;
  words: string;
  what: string;
  monsters: string[];
  helper: number | null;
  other: number | null;
  card: string;
  sums: number[];
  level: number | null;
  leads: boolean;
  gold: number;
}

/** A turn that changed somebody's chances more than others, and what did it. */
export interface TurningPoint {
  at: number;
  turns: number;
  seat: number;
  before: number;
  after: number;
  words: string;
  line: StoryLine | null;
}

/** A play against somebody, and what it cost them of their chances by the end of the turn. */
export interface MeanPlay {
  at: number;
  turns: number;
  seat: number;
  whom: number;
  card: string;
  loss: number;
}

/** Who helped most, and how many Treasures were promised for it. */
export interface Generous {
  seat: number;
  helps: number;
  treasures: number;
}

/** How a game was won: in a fight, with whom beside the winner and what was played against it, or by a card. */
export interface Finish {
  seat: number;
  turns: number;
  monsters: string[];
  helper: number | null;
  against: number | null;
  against_card: string;
  by: string;
}

/** The story of a finished game. */
export interface GameStory {
  lines: StoryLine[];
  chances: ChancesAt[];
  turning: TurningPoint[];
  meanest: MeanPlay | null;
  generous: Generous | null;
  finish: Finish | null;
}

/** Play on from a moment of a finished game, at a new table. */
export interface Branch {
  at: number;
  seats: SeatPlan[];
  speed?: "correspondence" | "fast" | "none" | "normal" | "relaxed";
}

/** A table as whoever runs the server sees it. */
export interface OperatorTable {
  info: TableInfo;
  touched: number;
  reports: ReportInfo[];
  gallery: Record<string, string>;
}

/** What whoever runs the server sees of it. */
export interface OperatorView {
  tables: OperatorTable[];
  bans: Record<string, string>;
  sockets: number;
  notice: NoticeInfo | null;
}

/** Close a table for good; all who are there are told why. */
export interface CloseTable {
  table: string;
  reason: string;
}

/** Let whoever sits on a seat, or `who` of the gallery, play nowhere on this server any more. */
export interface Ban {
  table: string;
  seat?: number | null;
  who?: string;
  reason: string;
}

/** Lift a ban. */
export interface Unban {
  place: string;
}

/** Tell all that the server will be started anew in so many minutes, and why; without a reason: it will not. */
export interface Announce {
  minutes?: number;
  reason?: string;
}

/** Why a request could not be served; `details`, where there are any, for who writes clients. */
export interface Problem {
  reason: string;
  rule: string;
  details?: string;
}

/** A pack as somebody writes it, to be checked; `packs` are those that it is to be played with. */
export interface PackDraft {
  text: string;
  packs?: string[];
}

/** What is wrong in a pack, or surely not meant, and where; line 0: the whole of it. */
export interface FaultInfo {
  line: number;
  column: number;
  card: string;
  problem: string;
  remedy: string;
  weight: "error" | "warning";
}

/** A card of a draft that can be read by itself: its place among them, and how it looks in each language. */
export interface DraftCard {
  index: number;
  line: number;
  hurt: number;
  shown: Record<string, CardInfo>;
}

/** What came of a check: faults by their lines, facts and cards as far as they can be read. */
export interface PackCheck {
  faults: FaultInfo[];
  pack: PackInfo | null;
  cards: DraftCard[];
}

/** What a player has where a card is tried: cards by their names, as scenarios call them. */
export interface TrySeat {
  level?: number;
  table?: string[];
  hand?: string[];
}

/** Try a card of a draft: by a player of this level, mostly against a monster, after these answers. */
export interface CardTry {
  text: string;
  card: string;
  packs?: string[];
  monster?: string;
  ann?: TrySeat;
  bo?: TrySeat;
  rolls?: number[];
  seed?: string;
  answers?: [number, number][];
}

/** What a player may do in a try. */
export interface TryChoice {
  seat: number;
  name: string;
  question: string;
  options: OptionInfo[];
}

/** A player in a try, as they stand. */
export interface TriedPlayer {
  name: string;
  level: number;
  hand: number;
  cards: string[];
}

/** How a card was tried: where it began, what happened since, how it stands, what may be done next. */
export interface TryResult {
  place: "door" | "dungeon" | "equipped" | "fought" | "hand" | "in_play";
  monster: string;
  lines: string[];
  players: TriedPlayer[];
  strengths: [number, number] | null;
  choices: TryChoice[];
  why_not: string;
  problem: string;
}

/** A draft to be printed on sheets to cut out. */
export interface PackPrint {
  text: string;
  paper?: "a4" | "letter";
}

/** A card of a draft, to be probed in a mix with these packs. */
export interface CardProbe {
  text: string;
  card: string;
  packs?: string[];
}

/** A probe and how it stands: games so far, of how many at most, and at the end what was found. */
export interface ProbeInfo {
  id: string;
  state: "done" | "failed" | "running" | "waiting";
  games: number;
  most: number;
  chance: Figure | null;
  found: Probe | null;
  problem: string;
}

/** A monster on the cost curves. */
export interface MonsterPoint {
  name: string;
  level: number;
  treasures: number;
  hurt: number;
}

/** An Item on the cost curves. */
export interface ItemPoint {
  name: string;
  bonus: number;
  gold: number;
}

/** The words of the card language that a form offers. */
export interface Vocabulary {
  kinds: string[];
  slots: string[];
  decks: string[];
}

/** What printed cards give for what they cost. */
export interface CostCurves {
  monsters: MonsterPoint[];
  items: ItemPoint[];
}

/** A pack that a table is to be made with, or that is shared by a link. */
export interface NewPack {
  text: string;
}

/** A pack that is shared: by which id others find it, until when, and the key by which it is taken back. */
export interface SharedPack {
  share: string;
  key: string;
  until: number;
  pack: PackInfo;
}

/** A pack as it was written. */
export interface PackSource {
  pack: PackInfo;
  text: string;
}

/** A card as it is written in its pack, in YAML. */
export interface CardText {
  text: string;
}

/** A set of cards in numbers, and who made it; all counts are of cards with their copies. */
export interface PackInfo {
  id: string;
  ref: string;
  name: string;
  book: string;
  cards: number;
  doors: number;
  treasures: number;
  dungeons: number;
  printed: number;
  completed: number;
  ours: number;
  own: number;
  version: string;
  author: string;
  licence: string;
  description: string;
  languages: string[];
  needs: Record<string, string>;
}

/** A house option: a number or switch of the rules, its values by book, and the rules behind it. */
export interface OptionOfRules {
  name: string;
  kind: string;
  values: Record<string, number>;
  rules: string[];
}

/** One checkable statement of the rulebooks, in our own words. */
export interface Rule {
  id: string;
  area: string;
  books: string[];
  text: string;
}

/** A bargain in one's own words: help, trade or bribe. `gives` and `takes` are Items on the table that change hands at once; `treasures` of the monsters' go to the helper, `order` says who picks first; `promises` are cards of the fighter's hand to be played on the helper; `pledge` is what a bribe is for. */
export interface Offer {
  kind: string;
  to: number;
  gives?: number[];
  takes?: number[];
  treasures?: number;
  order?: string;
  promises?: number[];
  pledge?: string;
}

/** A verb of the options with a card, and perhaps on whom: ``Intent(verb="play", card=12, on=2)``. */
export interface Intent {
  verb: string;
  card?: number | null;
  on?: number | null;
  ability?: number | null;
}

/** A character as the seat sees it: known cards of the hand, and how many of each back it holds. `winning_level` is the Level that wins for them now, whatever cards and Dungeons make of it. `deeds` is what has happened to them in this game, where a card of the mix counts it: kills, wins, helps, curses, deaths. */
export interface PlayerView {
  level: number;
  sex: string;
  dead: boolean;
  in_combat: boolean;
  hand: CardView[];
  doors: number;
  treasures: number;
  table: CardView[];
  hand_limit: number;
  level_price: number;
  winning_level: number;
  deeds: number[];
}

/** A card that the seat sees. Before a player it is in force unless it is `carried`, an Item that is not in use, or `idle`: there, but without effect as things stand. */
export interface CardView {
  card: number;
  id: string;
  equipped?: boolean;
  on?: number[];
  note?: number;
  carried?: boolean;
  idle?: boolean;
}

/** A card in a deck that the seat has seen: how many cards lie above it. */
export interface PeekView {
  card: number;
  id: string;
  deck: string;
  above: number;
}

/** A Dungeon in force, or a Portal that stays `on` one; `seats` are the players in it, empty: all. */
export interface DungeonView {
  card: number;
  id: string;
  on?: number[];
  seats?: number[];
}

/** A fight with both sums itemised. */
export interface FightView {
  fighter: number;
  helper: number | null;
  forced: boolean;
  monsters: MonsterView[];
  lines: LineView[];
  party: number;
  against: number;
  winning: boolean;
  lacking: number;
  declared: string;
  deal: DealView | null;
}

/** An offer on the table, or what was agreed. */
export interface DealView {
  offer: number;
  kind: string;
  by: number;
  to: number;
  gives: number[];
  takes: number[];
  treasures: number;
  order: string;
  promises: number[];
  pledge: string;
}

/** What is asked: whom it concerns, who began it, the card or monster behind it, as far as the seat knows it. `roll` is what a die shows, with what was added; `names` are the words of a choice between words, in order. */
export interface MatterView {
  kind: QuestionKind;
  whom: number;
  by?: number | null;
  card?: number | null;
  roll?: number | null;
  names?: string[];
}

/** A mean with its 95 % interval. */
export interface Figure {
  value: number;
  low: number;
  high: number;
}

/** What a card was found to be worth. */
export interface Probe {
  card: string;
  name: string;
  deck: string;
  kind: string;
  packs: string[];
  seats: number;
  seed: string;
  deals: number;
  games: number;
  seconds: number;
  broken_off: number;
  trace: string;
  chance_without: number;
  measures: Measures;
  end_level: Figure;
  turns: Figure;
  gold: number;
  usage: Usage;
  verdict: "broken" | "fair" | "none" | "strong" | "weak";
  beyond: string[];
  reason: "" | "broke_off" | "never_lawful" | "not_chosen" | "not_drawn" | "shared" | "sold" | "too_few";
  rank: Rank | null;
}

/** A monster in a fight. */
export interface MonsterView {
  monster: number;
  id: string;
  twin_of: number | null;
  enhancers: CardView[];
  treasures: number;
}

/** A line of strength. */
export interface LineView {
  side: string;
  owner: number;
  source: number;
  kind: string;
  amount: number;
}

/** What a card does for whoever draws it early, by four measures; each would be 0 without it. Every seat has the card once in each deal, so what somebody has more than the others for other reasons adds up to nothing. */
export interface Measures {
  chance: Figure;
  lead: Figure;
  might: Figure;
  swing: Figure;
}

/** What holders did with the card: trials, in how many it came and was used, and decisions about it. */
export interface Usage {
  trials: number;
  came: number;
  used: number;
  sold: number;
  lawful: number;
  chosen: number;
  playable: number;
  played: number;
}

/** The place among printed cards of a deck, from 1, with the next above and below it. */
export interface Rank {
  place: number;
  of: number;
  above: string;
  below: string;
}

export type QuestionKind =
  | "arrange"
  | "between"
  | "caught"
  | "charity"
  | "charity_discard"
  | "choose_cards"
  | "choose_monsters"
  | "choose_numbers"
  | "choose_play"
  | "choose_players"
  | "choose_side"
  | "choose_words"
  | "choose_worth"
  | "closing"
  | "crowded"
  | "cursed"
  | "door"
  | "draw"
  | "end"
  | "escaped"
  | "exit"
  | "fight"
  | "fight_over"
  | "first_dungeon"
  | "instead"
  | "leave_dungeon"
  | "loot"
  | "lost_card"
  | "make_room"
  | "over_limit"
  | "reward"
  | "rolled"
  | "run_order"
  | "running"
  | "sale"
  | "second"
  | "setup"
  | "share"
  | "spoils"
  | "surplus_discard"
  | "surplus_give"
  | "surplus_unequip"
  | "winning";

export type Cause =
  | "bad_stuff"
  | "cost"
  | "curse"
  | "death"
  | "door"
  | "effect"
  | "given"
  | "helped"
  | "killed"
  | "played"
  | "sold"
  | "stolen";

export type Deck =
  | "door"
  | "dungeon"
  | "treasure";

export type Verb =
  | "accept"
  | "claim"
  | "declare"
  | "discover"
  | "done"
  | "drop"
  | "entrust"
  | "equip"
  | "give"
  | "join"
  | "lay"
  | "loot"
  | "offer"
  | "pass"
  | "pick"
  | "pick_monster"
  | "pick_number"
  | "pick_option"
  | "pick_play"
  | "pick_player"
  | "pick_side"
  | "play"
  | "proceed"
  | "refuse"
  | "run"
  | "sell"
  | "trouble"
  | "unequip"
  | "withdraw";

/** Something that happened, as the seat may know it. */
export type GameEvent =
  | { what: "accepted"; seat: number; by: number; offer: number; bargain: "bribe" | "help" | "trade"; helper?: number; treasures: number; items: number }
  | { what: "attached"; seat?: number; card: number; on: number }
  | { what: "came_back"; seat: number }
  | { what: "caught"; seat: number; monster: number }
  | { what: "chose"; seat: number; source: number; verb: Verb; card?: number; monster?: number; player?: number; number?: number }
  | { what: "claimed"; seat: number }
  | { what: "copied"; seat: number; card: number; shown: number }
  | { what: "curse_cancelled"; seat: number; card: number; by: number }
  | { what: "curse_ended"; seat: number; card: number }
  | { what: "curse_lifted"; seat: number; card: number }
  | { what: "cursed"; seat: number; card: number; cause: Cause; by?: number }
  | { what: "die_turned"; seat: number; source: number; roll: number }
  | { what: "died"; seat: number; cause: Cause; source?: number; by?: number }
  | { what: "discarded"; seat?: number; card: number; cause: Cause; by?: number }
  | { what: "door_kicked"; seat: number }
  | { what: "drew"; seat: number; card?: number; deck: Deck; shared: boolean }
  | { what: "drew_from_discards"; seat: number; card: number; source: number }
  | { what: "dungeon_entered"; seat?: number; card: number }
  | { what: "dungeon_left"; seat?: number; card: number }
  | { what: "enhanced"; seat?: number; card: number; monster: number; fight: number; amount: number }
  | { what: "entered"; seat?: number; card: number; fight: number }
  | { what: "entrusted"; seat: number; card: number; on: number }
  | { what: "equipped"; seat: number; card: number }
  | { what: "escaped"; seat: number; monster: number }
  | { what: "exit_discovered"; seat: number }
  | { what: "face_changed"; seat?: number; card: number; shown?: number }
  | { what: "fight_begun"; seat: number; monster: number; fight: number }
  | { what: "fight_broken_off"; seat: number; helper?: number; fight: number }
  | { what: "fight_lost"; seat: number; helper?: number; fight: number; kills: number }
  | { what: "fight_transferred"; seat: number; to: number; fight: number }
  | { what: "fight_won"; seat: number; helper?: number; fight: number; kills: number }
  | { what: "followed"; seat: number; card: number }
  | { what: "forbidden"; seat: number; ban: "bargain" | "be_helped" | "carry" | "change_sex" | "drop" | "escape" | "help" | "kill_levels" | "lay" | "plays" | "plays_against" | "spoils" | "treasures" | "trouble" | "turn" | "use" | "win"; source?: number }
  | { what: "gave_charity"; seat: number; card?: number; to: number }
  | { what: "hand_passed"; seat: number; to: number }
  | { what: "handed_over"; seat?: number; card?: number; to: number; cause: Cause }
  | { what: "helper_joined"; seat: number; fighter: number; fight: number; forced: boolean }
  | { what: "kept"; seat: number; card: number }
  | { what: "laid"; seat: number; card: number }
  | { what: "laid_out"; seat: number; card: number }
  | { what: "level_gained"; seat: number; levels: number; cause: Cause; source?: number }
  | { what: "level_lost"; seat: number; levels: number; cause: Cause; source?: number }
  | { what: "looked"; seat: number; card?: number; deck: Deck }
  | { what: "looted"; seat: number; card: number; victim: number }
  | { what: "looted_room"; seat: number; deck: Deck }
  | { what: "marked"; seat: number; card: number }
  | { what: "monster_joined"; seat?: number; monster: number; fighter: number; fight: number }
  | { what: "monster_killed"; seat: number; monster: number; fight: number }
  | { what: "monster_removed"; seat: number; monster: number; fight: number; treasures: number }
  | { what: "not_pursued"; seat: number; monster: number }
  | { what: "offered"; seat: number; to: number; offer: number; bargain: "bribe" | "help" | "trade"; helper?: number }
  | { what: "picked"; seat: number; verb: Verb; card?: number; monster?: number; player?: number; number?: number }
  | { what: "picked_treasure"; seat: number; card: number }
  | { what: "played"; seat: number; card: number; ability: number }
  | { what: "pledged"; seat: number; to: number; pledge: "favour" | "no_help" | "no_interference" }
  | { what: "protected"; seat: number; card: number; cause: Cause }
  | { what: "put_back"; seat: number; card?: number; place: "bottom" | "top" | "under_discards" }
  | { what: "refused"; seat: number; by: number; offer: number }
  | { what: "removed_from_game"; seat: number; card: number }
  | { what: "reshuffled"; deck: Deck }
  | { what: "revealed"; seat: number; card: number }
  | { what: "rolled"; seat: number; roll: number; needed?: number }
  | { what: "run_changed"; seat: number; source: number; amount: number }
  | { what: "sex_changed"; seat: number; sex: "female" | "male" | "neither"; source?: number }
  | { what: "shown"; seat: number; card?: number; to: number }
  | { what: "sold"; seat: number; gold: number }
  | { what: "strength_added"; seat?: number; card: number; fight: number; counts_for: "monster" | "monsters" | "nothing" | "party" | "player"; player?: number; monster?: number; amount: number }
  | { what: "suffered"; seat: number; card: number; by?: number }
  | { what: "taken_back"; seat?: number; card?: number }
  | { what: "taken_unseen"; seat: number; card?: number; to: number }
  | { what: "tamed"; seat: number; monster: number; amount: number }
  | { what: "turn_begun"; seat: number; turn: number }
  | { what: "turn_ended"; seat: number }
  | { what: "turn_gained"; seat: number; source?: number }
  | { what: "turn_lost"; seat: number; source?: number }
  | { what: "turned_aside"; seat: number; card: number; against?: number }
  | { what: "turned_up"; seat: number; card: number; deck: Deck }
  | { what: "unequipped"; seat: number; card: number }
  | { what: "used"; seat: number; card: number; ability: number }
  | { what: "walked_out"; seat: number; fighter: number; fight: number }
  | { what: "won"; seat: number };

export type Inbound =
  | Hello
  | Answer
  | Bargain
  | Pass
  | Speak
  | Why
  | Intend
  | Orders
  | Pace
  | Ready
  | Show
  | Chat
  | React
  | Mute
  | Report
  | Stir
  | Reveal
  | Undo
  | Consent
  | Start
  | Arrange
  | Kick
  | Leave
  | Rename
  | Mail
  | Rematch
  | Refresh
  | Ping;

export type Outbound =
  | Welcome
  | Soon
  | Update
  | Taken
  | Refused
  | Reasons
  | Pong
  | Closed;
