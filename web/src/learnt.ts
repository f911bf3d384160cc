/** Whether a visitor is new to a game: no result of it is kept here, and its lesson was neither taken nor skipped. */
import type { GameCard } from './generated/messages';
import { read, write } from './storage';

export function isNewTo(card: GameCard): boolean {
  return !!card.lesson && !read('learnt').includes(card.game) && !read('results')[card.game]?.length;
}

export function keepLearnt(game: string): void {
  write('learnt', [...new Set([...read('learnt'), game])]);
}
