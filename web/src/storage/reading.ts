/** Reads what is kept, which may be rubbish: of that, only what has the right shape is taken. */
import type { Guest, Key, RoomCard, Scene, Step, Update } from '../generated/messages';
import type {
  Act,
  Chosen,
  Draft,
  Film,
  Kept,
  KeptByTab,
  Known,
  Queued,
  Result,
  Settings,
  Unseen,
  Unsent,
} from './kept';

type Table = Record<string, unknown>;
type Check = (value: unknown) => boolean;
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const all =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
export const entries = (value: unknown): [string, unknown][] =>
  Object.entries(isTable(value) ? value : {}).filter(([name]) => name !== '__proto__');

/** Whether something has these fields, each as its check wants it. */
function shaped<T>(checks: Record<string, Check>): (value: unknown) => value is T {
  return (value): value is T => isTable(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
}

/** The items of a list that are of the right shape. */
function listOf<T>(value: unknown, is: (item: unknown) => item is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

/** The entries of a table that can be read. */
function tableOf<T>(value: unknown, readEntry: (entry: unknown) => T | null): Record<string, T> {
  const pairs = entries(value).map(([name, entry]) => [name, readEntry(entry)] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [string, T] => pair[1] !== null));
}

const ON = [true, false];
const OFF = [false, true];
/** What each setting may be; the first is what it is until somebody changes it. */
const SETTINGS: { [Name in keyof Settings]: unknown[] } = {
  theme: ['auto', 'light', 'dark'],
  motion: ['auto', 'full', 'less'],
  taps: ['auto', 'one', 'two'],
  speed: [1, 0.5, 2, 4],
  sound: OFF,
  known: OFF,
  labels: ON,
  others: ON,
  turned: ON,
  asks: ON,
};

function settingsOf(value: unknown): Settings {
  const kept = isTable(value) ? value : {};
  const chosen = entries(SETTINGS).map(([name, allowed]) => {
    const choices = allowed as unknown[];
    return [name, choices.includes(kept[name]) ? kept[name] : choices[0]];
  });
  return Object.fromEntries(chosen) as Settings;
}

export function readResult(value: unknown): Result | null {
  if (!isTable(value) || !isText(value.title)) return null;
  const text = (name: string): string => (isText(value[name]) ? value[name] : '');
  const result: Result = {
    room: text('room'),
    level: text('level'),
    title: value.title,
    lines: listOf(value.lines, isText),
    stars: isNumber(value.stars) ? value.stars : -1,
    counts: value.counts === true,
    open: value.open === true,
    seed: text('seed'),
  };
  if (typeof value.won === 'boolean') result.won = value.won;
  if (isText(value.mark)) result.mark = value.mark;
  for (const name of ['moves', 'seconds', 'undone', 'points'] as const)
    if (isNumber(value[name])) result[name] = value[name];
  if (isTable(value.facts)) result.facts = tableOf(value.facts, (entry) => (isNumber(entry) ? entry : null));
  if (Array.isArray(value.rank)) result.rank = listOf(value.rank, isNumber);
  return result;
}

export function readResults(value: unknown): Result[] {
  return Array.isArray(value) ? value.flatMap((entry) => readResult(entry) ?? []) : [];
}

const isGuest = shaped<Guest>({ token: (value) => isText(value) && value !== '', name: isText });
const isKnown = shaped<Known>({ name: isText, claimed: (value) => typeof value === 'boolean' });
const isKey = shaped<Key>({ seat: isNumber, secret: (value) => value === undefined || isText(value) });
const isRoom = shaped<RoomCard>({ id: isText, game: isText, title: isText });
const isDraft = shaped<Draft>({ text: isText, past: all(isText) });
const isAct = shaped<Act>({ type: isText, seat: isNumber, number: isNumber });
const isStroke: Check = (value) => isTable(value) && (isText(value.key) || isNumber(value.cell) || isText(value.word));
const isChosen = shaped<Chosen>({ among: isText, piece: isText, group: isText, typed: isText });
const isUnsent = shaped<Unsent>({
  acts: all(isAct),
  numbers: (value) => isTable(value) && Object.values(value).every(isNumber),
  typed: all(isStroke),
  chosen: (value) => value === null || isChosen(value),
});
const isScene = shaped<Scene>({ width: isNumber, legend: isTable, layers: all(shaped({ tiles: all(isText) })) });
const isStep = shaped<Step>({ changed: isTable });
const isFilm = shaped<Film>({
  room: isText,
  looking: isNumber,
  views: all(
    shaped<Unseen>({
      seat: isNumber,
      at: isNumber,
      moves: isNumber,
      acting: all(isNumber),
      shown: isScene,
      tick: isNumber,
      queue: all(shaped<Queued>({ step: isStep })),
      later: all(shaped<Update>({ steps: all(isStep) })),
      lines: all(shaped({ at: isText, text: isText })),
    }),
  ),
});

export const READ: { [Name in keyof Kept]: (value: unknown) => Kept[Name] } = {
  settings: settingsOf,
  guest: (value) => (isGuest(value) ? value : null),
  looks: (value) => tableOf(value, (entry) => (isText(entry) ? entry : null)),
  visitor: (value) => (isKnown(value) ? value : null),
  offered: (value) => value === true,
  seats: (value) => tableOf(value, (entry) => (Array.isArray(entry) ? listOf(entry, isKey) : null)),
  results: (value) => tableOf(value, (entry) => (Array.isArray(entry) ? readResults(entry) : null)),
  drafts: (value) => tableOf(value, (entry) => (isDraft(entry) ? entry : null)),
  unfinished: (value) => (isRoom(value) ? value : null),
  tried: (value) => (isText(value) ? value : ''),
  learnt: (value) => listOf(value, isText),
};

export const READ_BY_TAB: { [Name in keyof KeptByTab]: (value: unknown) => KeptByTab[Name] } = {
  unsent: (value) => tableOf(value, (entry) => (isUnsent(entry) ? entry : null)),
  film: (value) => (isFilm(value) ? value : null),
};
