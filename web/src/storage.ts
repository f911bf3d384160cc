/**
 * Everything this browser keeps: the names, what they hold, a version, and the way here from what older versions left.
 * No other file touches localStorage or sessionStorage; a test holds that.
 *
 * Storage that is full or blocked is replaced by memory until the page is left; rubbish is read as if it were not there.
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

/** A match of one's own that has ended. Of what version 1 kept neither moves nor seconds nor facts are known. */
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
export type Stroke = { key: string; code: string; shiftKey: boolean; film: boolean } | { cell: number; layer: number; keys: boolean } | { word: string };

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

/** What lasts as long as the tab, by name. */
export interface KeptByTab {
  unsent: Record<string, Unsent>; // by room
  film: { room: string; looking: number; views: Unseen[] } | null;
}

export const DEFAULTS: Settings = {
  theme: 'auto', motion: 'auto', sound: false, labels: true, taps: 'auto', speed: 1, others: true, known: false, asks: true,
};

// ---- reading what may be rubbish

type Table = Record<string, unknown>;
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = <T>(value: unknown, is: (one: unknown) => one is T): T[] => (Array.isArray(value) ? value.filter(is) : []);

function tableOf<T>(value: unknown, read: (one: unknown) => T | null): Record<string, T> {
  const entries = Object.entries(isTable(value) ? value : {}).map(([name, one]) => [name, read(one)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== null && entry[0] !== '__proto__'));
}

function settingsOf(value: unknown): Settings {
  const found: Table = { ...DEFAULTS };
  const choices: Table = { theme: ['auto', 'light', 'dark'], motion: ['auto', 'full', 'less'], taps: ['auto', 'one', 'two'], speed: [0.5, 1, 2, 4] };
  for (const name of Object.keys(DEFAULTS)) {
    const one = isTable(value) ? value[name] : undefined;
    const allowed = (choices[name] as unknown[] | undefined) ?? [true, false];
    if (allowed.includes(one)) found[name] = one;
  }
  return found as unknown as Settings;
}

const isKey = (value: unknown): value is Key => isTable(value) && isNumber(value.seat) && (value.secret === undefined || isText(value.secret));

function resultOf(value: unknown): Result | null {
  if (!isTable(value) || !isText(value.title)) return null;
  const text = (name: string): string => (isText(value[name]) ? value[name] : '');
  const result: Result = {
    room: text('room'), level: text('level'), title: value.title, lines: listOf(value.lines, isText), stars: isNumber(value.stars) ? value.stars : -1,
    counts: value.counts === true, open: value.open === true, seed: text('seed'),
  };
  if (typeof value.won === 'boolean') result.won = value.won;
  for (const name of ['moves', 'seconds', 'undone'] as const) if (isNumber(value[name])) result[name] = value[name];
  if (isTable(value.facts)) result.facts = tableOf(value.facts, (one) => (isNumber(one) ? one : null));
  if (Array.isArray(value.rank)) result.rank = listOf(value.rank, isNumber);
  return result;
}

const resultsOf = (value: unknown): Result[] => (Array.isArray(value) ? value : []).flatMap((one) => resultOf(one) ?? []);

const READ: { [Name in keyof Kept]: (value: unknown) => Kept[Name] } = {
  settings: settingsOf,
  guest: (value) => (isTable(value) && isText(value.token) && value.token ? { token: value.token, name: isText(value.name) ? value.name : '' } : null),
  seats: (value) => tableOf(value, (one) => (Array.isArray(one) ? listOf(one, isKey) : null)),
  results: (value) => tableOf(value, (one) => (Array.isArray(one) ? resultsOf(one) : null)),
  drafts: (value) => tableOf(value, (one) => (isTable(one) && isText(one.text) ? { text: one.text, past: listOf(one.past, isText) } : null)),
  tried: (value) => (isText(value) ? value : ''),
};

const isAct = (value: unknown): value is Act => isTable(value) && isText(value.type) && isNumber(value.seat) && isNumber(value.number);
const isStroke = (value: unknown): value is Stroke => isTable(value) && (isText(value.key) || isNumber(value.cell) || isText(value.word));
const isChosen = (value: unknown): value is Chosen =>
  isTable(value) && [value.among, value.piece, value.group, value.typed].every(isText);
const isScene = (value: unknown): value is Scene =>
  isTable(value) && isNumber(value.width) && isTable(value.legend) && Array.isArray(value.layers) && value.layers.every((one) => isTable(one) && Array.isArray(one.tiles));
const isQueued = (value: unknown): value is Queued => isTable(value) && isTable(value.step) && isTable(value.step.changed);
const isUpdate = (value: unknown): value is Update => isTable(value) && Array.isArray(value.steps) && value.steps.every((one) => isTable(one) && isTable(one.changed));
const isLine = (value: unknown): value is { at: string; text: string } => isTable(value) && isText(value.at) && isText(value.text);

function unseenOf(value: unknown): Unseen | null {
  if (!isTable(value) || ![value.seat, value.at, value.moves, value.tick].every(isNumber) || !isScene(value.shown)) return null;
  return {
    ...(value as unknown as Unseen), acting: listOf(value.acting, isNumber), paused: value.paused === true, queue: listOf(value.queue, isQueued),
    later: listOf(value.later, isUpdate), lines: listOf(value.lines, isLine),
  };
}

const READ_BY_TAB: { [Name in keyof KeptByTab]: (value: unknown) => KeptByTab[Name] } = {
  unsent: (value) =>
    tableOf(value, (one) =>
      isTable(one)
        ? { acts: listOf(one.acts, isAct), numbers: tableOf(one.numbers, (number) => (isNumber(number) ? number : null)), typed: listOf(one.typed, isStroke), chosen: isChosen(one.chosen) ? one.chosen : null }
        : null,
    ),
  film: (value) =>
    isTable(value) && isText(value.room)
      ? { room: value.room, looking: isNumber(value.looking) ? value.looking : 0, views: (Array.isArray(value.views) ? value.views : []).flatMap((one) => unseenOf(one) ?? []) }
      : null,
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
 * Take over what version 1 left: `best` and `played`. The latter held results by game until the editor overwrote them with the name of a
 * room; a later result then turned that name into its letters, numbered. A page of version 1 that is still open may leave it again.
 */
function takeOver(): void {
  const played = forGood.raw('played');
  const best = forGood.raw('best');
  const results = read('results');
  let tried = read('tried');
  if (isText(played)) tried ||= played;
  if (isTable(played)) {
    const letters = Object.keys(played).filter((name) => /^\d+$/.test(name) && isText(played[name]));
    if (letters.length) tried ||= letters.sort((a, b) => Number(a) - Number(b)).map((name) => played[name]).join('');
    for (const [game, list] of Object.entries(played)) {
      const known = (results[game] ??= []);
      for (const result of resultsOf(list)) if (!known.some((one) => one.room === result.room)) known.push({ ...result, counts: true });
      if (!known.length) delete results[game];
    }
  }
  for (const [game, levels] of Object.entries(isTable(best) ? best : {})) {
    for (const [level, one] of Object.entries(isTable(levels) ? levels : {})) {
      const result = resultOf(one);
      const known = (results[game] ??= []);
      if (result && !known.some((other) => other.level === level && other.stars >= result.stars)) known.push({ ...result, level, won: true });
      if (!known.length) delete results[game];
    }
  }
  if (!write('results', results) || !write('tried', tried)) return; // what is old stays where it is, for another time
  forGood.drop('played');
  forGood.drop('best');
}

const version = forGood.raw('version');
if (forGood.raw('played') !== undefined || forGood.raw('best') !== undefined) takeOver();
if (!isNumber(version) || version < VERSION) forGood.put('version', VERSION);
