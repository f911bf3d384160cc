/** Who this visitor is, for every page: what was true last time until the hall has answered. */
import type { GameResults, Me } from '../generated/messages';
import { keepResult } from '../results';
import { read, write } from '../storage';
import { isKnownVisitor, keepVisitor, visitor } from '../visitor';
import { profile, whoAmI } from './api';

const known = read('visitor');
export const me = $state<{ now: Me; asked: boolean; offer: boolean }>({
  now: known ? { id: '', ...known } : {},
  asked: false,
  offer: false,
});

/** Take note of who the hall says this is. */
export function become(now: Me): void {
  keepVisitor(now);
  me.now = now;
  me.asked = true;
}

/** Ask the hall who this is, if it knows them. */
export async function refresh(): Promise<void> {
  if (read('guest')) await visitor(); // of a version before accounts
  become(await whoAmI());
}
if (isKnownVisitor()) refresh().catch(() => undefined);

/** Nobody is signed in here any more; what was played on this device stays in its lists. */
export function forget(): void {
  write('visitor', null);
  write('seats', {});
  write('unfinished', null);
  me.now = { offers_passkeys: me.now.offers_passkeys };
}

/** After the first win, once: offer to keep what was won. */
export function offerToKeep(): void {
  if (read('offered') || me.now.claimed) return;
  write('offered', true);
  me.offer = true;
}

/** Show the account's best results in the ladders of this device, too. */
export async function takeResults(): Promise<void> {
  const { games = [] } = await profile('me');
  for (const game of games) keepBests(game);
}

/** Keep somebody's best results of a game as this browser's own. */
export function keepBests({ game, ranking = [], bests = [] }: GameResults): void {
  const won = { lines: [], won: true, counts: false, open: false, seed: '' };
  for (const best of bests) {
    const { level, title, room, moves, seconds } = best;
    const { stars = -1, undone = 0, facts = {}, mark = '', points = 0 } = best;
    keepResult(game, { ...won, level, title, room, moves, seconds, stars, undone, facts, mark, points }, ranking);
  }
}
