/**
 * Everything this browser keeps (`storage/kept.ts` says what that is), with a version, and the way here from what older
 * versions left. No other file touches localStorage or sessionStorage; a test holds that.
 *
 * Storage that is full or blocked is replaced by memory until the page is left; rubbish is read as if it were not
 * there.
 */
import type { Kept, KeptByTab, Result } from './storage/kept';
import { READ, READ_BY_TAB, entries, isNumber, isText, readResult, readResults } from './storage/reading';

export type * from './storage/kept';

/** Of the layout. 1 is what Gridhall 1.0.0 kept: no version, `best`, and `played` with two meanings. */
export const VERSION = 2;

/** One of the browser's two storages: for good, or as long as the tab. */
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
    for (const result of readResults(list))
      add(game, { ...result, counts: true }, (entry) => entry.room === result.room);
  for (const [game, levels] of entries(best))
    for (const [level, entry] of entries(levels)) {
      const result = readResult(entry);
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
