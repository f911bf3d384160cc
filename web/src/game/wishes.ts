/** How the seats of a new room are filled. */
import type { GameCard, LevelCard, SeatWish } from '../generated/messages';

/** The machine that plays if nobody chooses another: the second level of play, or the only one. */
export function usualMachine(card: GameCard): string | undefined {
  const machines = card.levels_of_play ?? [];
  return machines[Math.min(1, machines.length - 1)]?.name;
}

/**
 * The visitor on one seat, the first or the one that a level's note gives them, and the machine on all others; no
 * wishes for a game of one player or without a machine.
 */
export function againstMachine(card: GameCard, level?: LevelCard): SeatWish[] {
  const machine = usualMachine(card);
  if (card.players === 1 || !machine) return [];
  const side = Number((level?.note as { side?: number } | undefined)?.side ?? 1);
  const seats = Array.from({ length: card.players }, (_, i) => i + 1);
  return seats.map((seat) => (seat === side ? { kind: 'me' } : { kind: 'machine', level: machine }));
}
