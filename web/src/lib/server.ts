import { ask, askForFile } from "./api";
import type {
  Announce,
  Ban,
  Branch,
  CardInfo,
  CardProbe,
  CardText,
  CardTry,
  CloseTable,
  CostCurves,
  GameInfo,
  GameStatistics,
  GameSteps,
  GameStory,
  Join,
  LessonOffer,
  NetworkInfo,
  NewLesson,
  NewTable,
  Opened,
  OperatorView,
  OptionOfRules,
  PackCheck,
  PackInfo,
  PackPrint,
  PackSource,
  ProbeInfo,
  Rule,
  SearchResults,
  SeatKey,
  ServerInfo,
  SharedPack,
  TableInfo,
  TableView,
  TryResult,
  Vocabulary,
} from "./protocol";
import { learnNames } from "./icons/pictures";
import { settings } from "./settings.svelte";

/** The requests of the lobby and of finished games, one function each. */

const known = new Map<string, Promise<unknown>>();

/** What does not change while the page is open is asked once in each language. */
function once<T>(path: string, query: Record<string, string | undefined> = {}): Promise<T> {
  const key = `${settings.chosen.language} ${path} ${JSON.stringify(query)}`;
  let found = known.get(key) as Promise<T> | undefined;
  if (!found) {
    found = ask<T>(path, { query });
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

/** Before somebody's own cards are drawn, the names of all pictures are learnt: theirs are chosen by them. */
async function pictured<T>(asked: Promise<T>, cardsIn: (answer: T) => { origin: string }[]): Promise<T> {
  const answer = await asked;
  if (cardsIn(answer).some((card) => card.origin === "own")) learnNames((await import("./icons/names")).NAMES);
  return answer;
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const getServer = () => once<ServerInfo>("/api/server");
export const openNetwork = () => ask<NetworkInfo>("/api/network", { body: {} });
export const getPacks = () => once<PackInfo[]>("/api/packs");
export const getRules = () => once<Rule[]>("/api/rules");
export const getOptions = (packs: string[], book?: string) =>
  once<OptionOfRules[]>("/api/options", { packs: packs.join(",") || undefined, book });
export const getCards = (packs: string[]) =>
  pictured(once<CardInfo[]>("/api/cards", { packs: packs.join(",") }), (cards) => cards);

export const getTables = () => ask<TableInfo[]>("/api/tables");
export const getTable = (table: string, token = "") => ask<TableInfo>(at(table), { token });
export const openTable = (wanted: NewTable) => ask<Opened>("/api/tables", { body: wanted });
export const search = (q: string) => ask<SearchResults>("/api/search", { query: { q } });
export const getLessons = () => once<LessonOffer[]>("/api/lessons");
export const openLesson = (lesson: string, wanted: NewLesson) =>
  ask<Opened>(`/api/lessons/${encodeURIComponent(lesson)}`, { body: wanted });
export const joinTable = (table: string, wanted: Join) => ask<SeatKey>(`${at(table)}/join`, { body: wanted });
export const getTableCards = (table: string, token = "", signal?: AbortSignal) =>
  pictured(ask<CardInfo[]>(`${at(table)}/cards`, { token, ...(signal ? { signal } : {}) }), (cards) => cards);

const of = (game: string) => `/api/games/${encodeURIComponent(game)}`;

export const getGames = (limit = 12) => ask<GameInfo[]>("/api/games", { query: { limit } });
export const getGame = (game: string) => ask<GameInfo>(of(game));
export const getSteps = (game: string, from: number, to: number, seat: number | undefined, signal: AbortSignal) =>
  ask<GameSteps>(`${of(game)}/steps`, { query: { from, to, seat }, signal });
export const getGameView = (game: string, at: number, seat: number | undefined, signal: AbortSignal) =>
  ask<TableView>(`${of(game)}/view`, { query: { at, seat }, signal });
export const getStatistics = (game: string) => ask<GameStatistics>(`${of(game)}/statistics`);
export const getStory = (game: string) => ask<GameStory>(`${of(game)}/story`);
export const recordAddress = (game: string) => `${of(game)}/record`;
export const getOverview = (token: string) => ask<OperatorView>("/api/operator", { token });
export const closeTable = (token: string, wanted: CloseTable) =>
  ask<OperatorView>("/api/operator/close", { token, body: wanted });
export const banPerson = (token: string, wanted: Ban) =>
  ask<OperatorView>("/api/operator/ban", { token, body: wanted });
export const liftBan = (token: string, place: string) =>
  ask<OperatorView>("/api/operator/unban", { token, body: { place } });
export const announceRestart = (token: string, wanted: Announce) =>
  ask<OperatorView>("/api/operator/announce", { token, body: wanted });
export const branchGame = (game: string, wanted: Branch) => ask<Opened>(`${of(game)}/branch`, { body: wanted });

export const checkPack = (text: string, signal?: AbortSignal) =>
  pictured(ask<PackCheck>("/api/packs/check", { body: { text }, ...(signal ? { signal } : {}) }), (check) =>
    check.cards.flatMap((card) => Object.values(card.shown)),
  );
export const tryCard = (wanted: CardTry, signal?: AbortSignal) =>
  ask<TryResult>("/api/packs/try", { body: wanted, ...(signal ? { signal } : {}) });
export const printPack = (wanted: PackPrint) => askForFile("/api/packs/print", { body: wanted });
export const probeCard = (wanted: CardProbe) => ask<ProbeInfo>("/api/probes", { body: wanted });
export const lookAtProbe = (id: string) => ask<ProbeInfo>(`/api/probes/${encodeURIComponent(id)}`);
export const endProbe = (id: string) => ask<null>(`/api/probes/${encodeURIComponent(id)}`, { method: "DELETE" });
export const getVocabulary = () => ask<Vocabulary>("/api/vocabulary");
export const getCurves = () => ask<CostCurves>("/api/curves");
export const bringPack = (text: string) => ask<PackInfo>("/api/packs", { body: { text } });
export const sharePack = (text: string) => ask<SharedPack>("/api/shares", { body: { text } });
export const getShared = (share: string) => ask<PackSource>(`/api/shares/${encodeURIComponent(share)}`);
export const unsharePack = (share: string, key: string) =>
  ask<null>(`/api/shares/${encodeURIComponent(share)}`, { method: "DELETE", token: key });
export const getTablePack = (table: string, ref: string) =>
  ask<PackSource>(`${at(table)}/packs/${encodeURIComponent(ref)}`);
export const getCardText = (id: string) =>
  ask<CardText>(`/api/cards/${id.split("/").map(encodeURIComponent).join("/")}/text`);
