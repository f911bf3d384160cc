/** Looking back in a room: one replay, however often it is asked for, and none of a match that has changed meanwhile. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { LookBack } from '../src/room/lookback.svelte';
import type { Replayer } from '../src/replay.svelte';
import type { MatchValues } from '../src/match/values.svelte';

const replay = () =>
  ({
    at: 5,
    plies: 5,
    failed: '',
    loading: false,
    step: vi.fn(),
    seek: vi.fn(),
    close: vi.fn(),
  }) as unknown as Replayer;
const values = { open: () => undefined, close: () => undefined } as unknown as MatchValues;
let begun: ((replayer: Replayer) => void)[] = [];

beforeEach(() => {
  begun = [];
});

async function lookBack(): Promise<LookBack> {
  const { LookBack } = await import('../src/room/lookback.svelte');
  return new LookBack(
    () => new Promise((done) => begun.push(done)),
    () => false,
    values,
  );
}

test('two steps back before the replay has come are steps of the same replay', async () => {
  const looking = await lookBack();
  const steps = [looking.step(-1), looking.step(-1)];
  const [first] = begun.map((done) => {
    const replayer = replay();
    done(replayer);
    return replayer;
  });
  await Promise.all(steps);
  expect(begun).toHaveLength(1);
  expect(first.step).toHaveBeenCalledTimes(2);
  expect(looking.past).toBe(first);
});

test('a replay that comes when the match has gone on is not shown', async () => {
  const looking = await lookBack();
  const step = looking.step(-1);
  looking.forget();
  begun[0](replay());
  await step;
  expect(looking.past).toBeNull();
});
