/** What a seat does: numbered, sent, and sent again after a line that was cut. */
import { beforeEach, expect, test, vi } from 'vitest';
import { PLACES } from '../src/generated/messages';
import type { SeatView } from '../src/room/seatview.svelte';
import type { Act } from '../src/storage';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false })); // the browser's, which Node has not
});

async function seat(device = 0): Promise<{ view: SeatView; sent: Act[] }> {
  const { SeatView } = await import('../src/room/seatview.svelte');
  const sent: Act[] = [];
  const send = (act: Act) => sent.push(act);
  const view = new SeatView(2, { drawDevice: () => device++, send, keepUnsent: () => undefined });
  return { view, sent };
}

const choice = { action: 3, word: 'e', name: 'east' };

test('a choice that is played is sent with its seat and the next number', async () => {
  const { view, sent } = await seat();
  view.play(choice);
  view.play({ ...choice, action: 4, then: [5, 6] });
  expect(sent).toEqual([
    { type: 'play', seat: 2, number: 1, action: 3 },
    { type: 'play', seat: 2, number: 2, action: 4, then: [5, 6] },
  ]);
  expect(view.waiting).toEqual(sent);
});

test('an answered act waits no more', async () => {
  const { view, sent } = await seat();
  for (let i = 0; i < 3; i++) view.play(choice);
  view.answered(1);
  expect(view.waiting).toEqual(sent.slice(1));
});

test('an act waits on while only that of another device at its place is answered', async () => {
  const { view, sent } = await seat(7);
  view.play(choice);
  view.answered(5 * PLACES + 1);
  expect(view.waiting).toEqual(sent);
  expect(view.overtaken(7 * PLACES + 1)).toBe(true);
  view.play(choice);
  expect(sent.map((act) => act.number)).toEqual([7 * PLACES + 1, 8 * PLACES + 2]);
});

test('an act done after others were overtaken outlives the refusal of the last of those', async () => {
  const { view, sent } = await seat(7);
  view.play(choice);
  view.play(choice);
  view.answered(5 * PLACES + 1);
  expect(view.overtaken(7 * PLACES + 1)).toBe(true);
  view.play(choice);
  expect(view.overtaken(7 * PLACES + 2)).toBe(false);
  expect(view.waiting).toEqual(sent.slice(2));
});

test('after a line that was cut the hall is asked about an act at whose place something is stored', async () => {
  const { view, sent } = await seat(7);
  for (let i = 0; i < 3; i++) view.play({ ...choice, action: i });
  view.forget(7 * PLACES + 2);
  sent.length = 0;
  view.sendAgain(view.waiting, 5 * PLACES + 1);
  expect(sent.map((act) => act.number)).toEqual([7 * PLACES + 1, 7 * PLACES + 2]);
});

test('after the only act was refused its number is free again', async () => {
  const { view, sent } = await seat();
  view.play(choice);
  view.forget(1);
  view.play(choice);
  expect(sent.map((act) => act.number)).toEqual([1, 1]);
});

test('what the hall has not stored is sent again, without a gap in its numbers', async () => {
  const { view, sent } = await seat();
  for (let i = 0; i < 4; i++) view.play({ ...choice, action: i });
  view.forget(2);
  sent.length = 0;
  view.sendAgain(view.waiting, 1);
  expect(sent).toEqual([
    { type: 'play', seat: 2, number: 1, action: 0 },
    { type: 'play', seat: 2, number: 2, action: 2 },
    { type: 'play', seat: 2, number: 3, action: 3 },
  ]);
});

test('a seat sends no more than sixty acts that are not answered', async () => {
  const { view, sent } = await seat();
  for (let i = 0; i < 70; i++) view.play(choice);
  expect(sent.length).toBe(60);
});
