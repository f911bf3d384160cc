/** What the positions of a match were worth, in words: one position, and where a match turned. It knows no game. */
import type { PlyValue } from '../generated/messages';
import { ownerName } from '../scene';
import { count } from '../sentence';

const MOST = 4; // turning points that are told

/** A ply after which a match was worth clearly less, or clearly more to the other side. */
export interface Turn {
  ply: number;
  text: string;
  /** It could no longer be won. */
  lost: boolean;
}

export const isKnown = (value: PlyValue | undefined): value is PlyValue =>
  value !== undefined && ((value.chance ?? -1) >= 0 || (value.left ?? -1) >= 0 || value.lost === true);

/** The value after a ply, or the last one known before it. */
export function valueAt(values: PlyValue[], ply: number): PlyValue | undefined {
  return values.filter((value) => value.ply <= ply && isKnown(value)).at(-1);
}

const percent = (chance: number): string => {
  const rounded = Math.round(chance * 100);
  return `${chance > 0 && chance < 1 ? Math.min(99, Math.max(1, rounded)) : rounded} %`;
};

/** What a position is worth, as a sentence. */
export function worthText(value: PlyValue, players: number): string {
  const { left = -1, least = 0, chance = -1, error = 0 } = value;
  if (value.lost) return 'It can no longer be won.';
  if (chance < 0) {
    if (left === 0) return 'It is won.';
    return left === least
      ? `${count(left, 'more move')} to win.`
      : `${count(left, 'more move')} to win, perhaps fewer; at least ${least}.`;
  }
  const whose = players > 1 ? `${ownerName(1)}’s chance to win: ` : 'The chance to win: ';
  return whose + percent(chance) + (error ? ` ± ${Math.max(1, Math.round(error * 100))}, estimated.` : '.');
}

/** Where a match turned, in the order of its plies. */
export function turnsOf(values: PlyValue[], players: number): Turn[] {
  const known = values.filter(isKnown);
  const turns = known.slice(1).flatMap((value, i) => {
    const turn = turnAt(known[i], value, players);
    return turn ? [turn] : [];
  });
  const weightiest = turns.sort((a, b) => b.weight - a.weight).slice(0, MOST);
  return weightiest.sort((a, b) => a.ply - b.ply).map(({ ply, text, lost }) => ({ ply, text, lost }));
}

function turnAt(before: PlyValue, after: PlyValue, players: number): (Turn & { weight: number }) | null {
  const { ply } = after;
  const instead = before.best && after.ply === before.ply + 1 ? ` ${before.best} was better.` : '';
  if (after.lost) {
    if (before.lost) return null;
    const text = `Move ${ply} lost it: ${count(before.left ?? 0, 'more move')} would have won.${instead}`;
    return { ply, text, lost: true, weight: Infinity };
  }
  if ((after.chance ?? -1) >= 0) {
    const change = after.chance! - before.chance!;
    const doubt = Math.hypot(before.error ?? 0, after.error ?? 0);
    if (Math.abs(change) <= Math.max(doubt, 0.03)) return null;
    const whose = players > 1 ? `${ownerName(1)}’s chance` : 'The chance';
    const way = `from ${percent(before.chance!)} to ${percent(after.chance!)}`;
    const text = `${whose} ${change > 0 ? 'rose' : 'fell'} ${way}.`;
    return { ply, text, lost: false, weight: Math.abs(change) };
  }
  const isProved = (value: PlyValue) => (value.left ?? -1) === (value.least ?? 0);
  const cost = (after.left ?? 0) - (before.left ?? 0) + 1;
  if (!isProved(before) || !isProved(after) || cost <= 0) return null;
  return { ply, text: `Move ${ply} cost ${count(cost, 'move')}.${instead}`, lost: false, weight: cost };
}
