/**
 * Everything this browser keeps: the names, what they hold, a version, and the way here from what older versions left.
 * No other file touches localStorage or sessionStorage; a test holds that.
 *
 * Storage that is full or blocked is replaced by memory until the page is left; rubbish is read as if it were not
 * there.
 */
import type { Guest, Key, Scene, Step, ToServer, Update } from './generated/messages';

/** Of the layout. 1 is what Gridhall 1.0.0 kept: no version, `best`, and `played` with two meanings. */
export const VERSION = 2;

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'full' | 'less';
  sound: boolean;
  labels: boolean;
  taps: 'auto' | 'one' | 'two';
  speed: number;
  others: boolean;
  known: boolean;
  asks: boolean; // once more before a choice that loses
}

/** A match of entry's own that has ended. Of what version 1 kept neither moves nor seconds nor facts are known. */
export interface Result {
  room: string; // "" if it is not known any more
  level: string; // a shipped level's name, or ""
  title: string;
  lines: string[];
  won?: boolean;
  stars: number; // -1: the game gives none
  counts: boolean; // it has a place in the game's table
  open: boolean; // of a seed somebody chose: the first attempt counts
  seed: string;
  moves?: number;
  seconds?: number;
  undone?: number;
  facts?: Record<string, number>; // those the game's ranking names
  rank?: number[]; // version 1: their values in the ranking's order, more is better
}

export interface Draft {
  text: string;
  past: string[];
}

/** What is kept for good, by name. */
export interface Kept {
  settings: Settings;
  guest: Guest | null;
  seats: Record<string, Key[]>; // by room; the secret opens the seat from any device
  results: Record<string, Result[]>; // by game
  drafts: Record<string, Draft>; // of levels, by game
  tried: string; // the room in which the draft of the editor is played
}

export type Act = Extract<ToServer, { number: number }>;

/** A key that was typed, or something that was picked, before it could be played. `film`: while a film ran. */
export type Stroke =
  | { key: string; code: string; shiftKey: boolean; film: boolean }
  | { cell: number; layer: number; keys: boolean }
  | { word: string };

/** How far a choice of several steps has come; `among` says between which choices. */
export interface Chosen {
  among: string;
  piece: string;
  group: string;
  typed: string;
}

/** What a room waits with: acts that the hall has not confirmed, and what was typed after them. */
export interface Unsent {
  acts: Act[];
  numbers: Record<string, number>; // of each seat's last act, with those that are not confirmed
  typed: Stroke[];
  chosen: Chosen | null;
}

export interface Queued {
  step: Step;
  several: boolean;
  at: number;
}

/** What a seat has not been shown yet. */
export interface Unseen {
  seat: number;
  at: number;
  moves: number;
  acting: number[];
  shown: Scene;
  tick: number;
  paused: boolean;
  queue: Queued[];
  later: Update[];
  lines: { at: string; text: string }[];
}

/** What a room had still to show; `looking` is the seat whose eyes the screen had. */
export interface Film {
  room: string;
  looking: number;
  views: Unseen[];
}

/** What lasts as long as the tab, by name. */
export interface KeptByTab {
  unsent: Record<string, Unsent>; // by room
  film: Film | null;
}

// ---- reading what may be rubbish

type Table = Record<string, unknown>;
type Check = (value: unknown) => boolean;
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const all = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
const entries = (value: unknown): [string, unknown][] =>
  Object.entries(isTable(value) ? value : {}).filter(([name]) => name !== '__proto__');

/** Whether something has these fields, each as its check wants it. */
function shaped<T>(checks: Record<string, Check>): (value: unknown) => value is T {
  return (value): value is T => isTable(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
}

/** Of a list what is right. */
function listOf<T>(value: unknown, is: (item: unknown) => item is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

/** Of a table what can be read. */
function tableOf<T>(value: unknown, readEntry: (entry: unknown) => T | null): Record<string, T> {
  const pairs = entries(value).map(([name, entry]) => [name, readEntry(entry)] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [string, T] => pair[1] !== null));
}

const SWITCH = [true, false];
const SETTINGS: { [Name in keyof Settings]: unknown[] } = { // the first is what it is if nobody says otherwise
  theme: ['auto', 'light', 'dark'],
  motion: ['auto', 'full', 'less'],
  taps: ['auto', 'one', 'two'],
  speed: [1, 0.5, 2, 4],
  sound: [false, true],
  known: [false, true],
  labels: SWITCH,
  others: SWITCH,
  asks: SWITCH,
};

function settingsOf(value: unknown): Settings {
  const kept = isTable(value) ? value : {};
  const chosen = entries(SETTINGS).map(([name, allowed]) => {
    const choices = allowed as unknown[];
    return [name, choices.includes(kept[name]) ? kept[name] : choices[0]];
  });
  return Object.fromEntries(chosen) as Settings;
}

function resultOf(value: unknown): Result | null {
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
  for (const name of ['moves', 'seconds', 'undone'] as const) if (isNumber(value[name])) result[name] = value[name];
  if (isTable(value.facts)) result.facts = tableOf(value.facts, (entry) => (isNumber(entry) ? entry : null));
  if (Array.isArray(value.rank)) result.rank = listOf(value.rank, isNumber);
  return result;
}

function resultsOf(value: unknown): Result[] {
  return Array.isArray(value) ? value.flatMap((entry) => resultOf(entry) ?? []) : [];
}

const isGuest = shaped<Guest>({ token: (value) => isText(value) && value !== '', name: isText });
const isKey = shaped<Key>({ seat: isNumber, secret: (value) => value === undefined || isText(value) });
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

const READ: { [Name in keyof Kept]: (value: unknown) => Kept[Name] } = {
  settings: settingsOf,
  guest: (value) => (isGuest(value) ? value : null),
  seats: (value) => tableOf(value, (entry) => (Array.isArray(entry) ? listOf(entry, isKey) : null)),
  results: (value) => tableOf(value, (entry) => (Array.isArray(entry) ? resultsOf(entry) : null)),
  drafts: (value) => tableOf(value, (entry) => (isDraft(entry) ? entry : null)),
  tried: (value) => (isText(value) ? value : ''),
};

const READ_BY_TAB: { [Name in keyof KeptByTab]: (value: unknown) => KeptByTab[Name] } = {
  unsent: (value) => tableOf(value, (entry) => (isUnsent(entry) ? entry : null)),
  film: (value) => (isFilm(value) ? value : null),
};

// ---- the two storages

class Shelf {
  private readonly memory = new Map<string, unknown>();

  constructor(private readonly storage: () => Storage) {}

  /** What is kept under a name: undefined if nothing is, null if it cannot be read. */
  raw(name: string): unknown {
    if (this.memory.has(name)) return this.memory.get(name);
    try {
      const text = this.storage().getItem(`gridhall.${name}`);
      return text === null ? undefined : JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** Keep a value, in memory if need be; whether it will outlive the page. */
  put(name: string, value: unknown): boolean {
    try {
      this.storage().setItem(`gridhall.${name}`, JSON.stringify(value));
      this.memory.delete(name);
      return true;
    } catch {
      this.memory.set(name, value);
      return false;
    }
  }

  drop(name: string): void {
    this.memory.delete(name);
    try {
      this.storage().removeItem(`gridhall.${name}`);
    } catch {
      // Nothing was kept there.
    }
  }
}

const forGood = new Shelf(() => localStorage);
const byTab = new Shelf(() => sessionStorage);

export function read<Name extends keyof Kept>(name: Name): Kept[Name] {
  return READ[name](forGood.raw(name));
}

export function write<Name extends keyof Kept>(name: Name, value: Kept[Name]): boolean {
  return forGood.put(name, value);
}

export function readByTab<Name extends keyof KeptByTab>(name: Name): KeptByTab[Name] {
  return READ_BY_TAB[name](byTab.raw(name));
}

export function writeByTab<Name extends keyof KeptByTab>(name: Name, value: KeptByTab[Name]): void {
  if (value === null) byTab.drop(name);
  else byTab.put(name, value);
}

// ---- from version 1

/**
 * Take over what version 1 left: `best` and `played`. The latter held results by game until the editor overwrote them
 * with the name of a room; a later result then turned that name into its letters, numbered. A page of version 1 that is
 * still open may leave it again.
 */
function takeOver(played: unknown, best: unknown): void {
  const results = read('results');
  const add = (game: string, result: Result, isKnown: (entry: Result) => boolean): void => {
    if (!results[game]?.some(isKnown)) results[game] = [...(results[game] ?? []), result];
  };
  let tried = read('tried');
  if (isText(played)) tried ||= played;
  const letters = entries(played).filter(([name, entry]) => /^\d+$/.test(name) && isText(entry));
  letters.sort(([a], [b]) => Number(a) - Number(b));
  tried ||= letters.map(([, letter]) => letter).join('');
  for (const [game, list] of entries(played))
    for (const result of resultsOf(list)) add(game, { ...result, counts: true }, (entry) => entry.room === result.room);
  for (const [game, levels] of entries(best))
    for (const [level, entry] of entries(levels)) {
      const result = resultOf(entry);
      const asGood = (other: Result): boolean => other.level === level && other.stars >= result!.stars;
      if (result) add(game, { ...result, level, won: true }, asGood);
    }
  if (!write('results', results) || !write('tried', tried)) return; // what is old stays where it is, for another time
  forGood.drop('played');
  forGood.drop('best');
}

const [version, played, best] = ['version', 'played', 'best'].map((name) => forGood.raw(name));
if (played !== undefined || best !== undefined) takeOver(played, best);
if (!isNumber(version) || version < VERSION) forGood.put('version', VERSION);
