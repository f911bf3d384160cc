/** The ratings beside the seats: what they are, and what a film must not tell of its end. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { SeatRating } from '../src/generated/messages';
import type { Ratings } from '../src/room/ratings.svelte';

let answers: ((ratings: SeatRating[]) => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('document', { querySelectorAll: () => [] }); // the browser's, which Node has not
  answers = [];
  const answer = (ratings: SeatRating[]) => ({ ok: true, json: () => ratings });
  vi.stubGlobal('fetch', () => new Promise((done) => answers.push((ratings) => done(answer(ratings)))));
});

async function known(rating: SeatRating): Promise<Ratings> {
  const { Ratings } = await import('../src/room/ratings.svelte');
  const ratings = new Ratings();
  ratings.bySeat = { [rating.seat]: rating };
  return ratings;
}

test('while the film of the last turn runs a rating is what it was before the match', async () => {
  const ratings = await known({ seat: 1, rating: 1662, provisional: true, before: 1500 });
  expect(ratings.of(1, true)?.rating).toBe(1500);
  expect(ratings.of(1, false)?.rating).toBe(1662);
});

test('a rating that the match has not changed is shown as it is', async () => {
  const ratings = await known({ seat: 1, rating: 1500 });
  expect(ratings.of(1, true)?.rating).toBe(1500);
  expect(ratings.of(2, true)).toBeUndefined();
});

test('an answer from before the end that comes after it tells nothing any more', async () => {
  const ratings = await known({ seat: 1, rating: 1500 });
  void ratings.ask('some', false);
  const late = ratings.ask('some', true);
  answers[1]([{ seat: 1, rating: 1662, before: 1500 }]);
  answers[0]([{ seat: 1, rating: 1500 }]);
  await late;
  expect(ratings.change(1)).toBe('Rating 1500 → 1662');
});
