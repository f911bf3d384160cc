/** The visitor's own results, in the order of the game's ranking: names of facts, with `-` where less is better. */
import { read, write, type Result } from './storage';

const MOST = 200; // results of a game that are kept, besides the best of each level

/**
 * Compares results, the better first: one that was won, then one without moves taken back, then by the facts of the
 * ranking, then by time.
 */
export function order(ranking: string[]): (a: Result, b: Result) => number {
  const worth = (result: Result): number[] => [
    result.won ? 1 : 0,
    result.undone ? 0 : 1,
    ...ranking.map((name, place) => {
      const less = name.startsWith('-');
      const fact = result.facts?.[less ? name.slice(1) : name];
      return fact === undefined ? (result.rank?.[place] ?? -Infinity) : less ? -fact : fact;
    }),
    -(result.seconds ?? Infinity),
  ];
  return (a, b) => {
    const [worthA, worthB] = [worth(a), worth(b)];
    const place = worthA.findIndex((value, i) => value !== worthB[i]);
    return place < 0 ? 0 : worthB[place] > worthA[place] ? 1 : -1;
  };
}

/** All results of a game, the best first. */
export function resultsOf(game: string, ranking: string[]): Result[] {
  return (read('results')[game] ?? []).sort(order(ranking));
}

export interface Best {
  result: Result;
  stars: number; // the most there ever were; -1 if the game gives none
  points: number; // likewise
  perfect: boolean; // whether it was ever won in the fewest moves that are possible, as far as it was noted
}

/** The best result of each level that was won. */
export function bestOf(game: string, ranking: string[]): Record<string, Best> {
  const bests: Record<string, Best> = {};
  for (const result of resultsOf(game, ranking)) {
    if (!result.level || result.won === false) continue;
    const best = (bests[result.level] ??= { result, stars: -1, points: 0, perfect: false });
    best.stars = Math.max(best.stars, result.stars);
    best.points = Math.max(best.points, result.points ?? 0);
    best.perfect ||= result.mark === 'perfect';
    if (best.result.moves === undefined && result.moves !== undefined) best.result = result; // version 1 knew less
  }
  return bests;
}

/** How far somebody has come on a ladder: "12/28 · 5 perfect · 38.4 points"; "" before the first win. */
export function progressText(bests: Best[], levels: number, isPuzzle: boolean): string {
  if (!bests.length) return '';
  const perfect = bests.filter((best) => best.perfect).length;
  const points = bests.reduce((sum, best) => sum + best.points, 0);
  const parts = [`${bests.length}/${levels}`, isPuzzle && `${perfect} perfect`, points > 0 && pointsText(points)];
  return parts.filter(Boolean).join(' · ');
}

/** Points as people say them. */
export function pointsText(points: number): string {
  const rounded = Math.round(10 * points) / 10;
  return `${rounded} point${rounded === 1 ? '' : 's'}`;
}

/** Keep the result of a match: of a room its best, and of a seed that somebody chose the first room's. */
export function keepResult(game: string, result: Result, ranking: string[]): void {
  const before = resultsOf(game, ranking);
  const first = before.find(
    (other) => other.counts && other.open && other.seed === result.seed && other.room !== result.room,
  );
  if (result.counts && result.open && first) return;
  const same = before.find((other) => other.room === result.room);
  if (same && order(ranking)(same, result) <= 0) return;
  const all = [...before.filter((other) => other !== same), result].sort(order(ranking));
  const levels = new Set<string>();
  const kept = all.filter(({ level }, place) => {
    const best = level !== '' && !levels.has(level);
    levels.add(level);
    return best || place < MOST;
  });
  write('results', { ...read('results'), [game]: kept });
}

/** A time as people say it. */
export function timeText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

/** A result in a few words: moves and time, as far as they are known. */
export function summary(result: Result): string {
  const moves = result.moves === undefined ? '' : `${result.moves} move${result.moves === 1 ? '' : 's'}`;
  const undone = result.undone ? `${result.undone} taken back` : '';
  return [moves, result.seconds === undefined ? '' : timeText(result.seconds), undone].filter(Boolean).join(', ');
}
