/** A match that is looked at again: steps, addresses that were made up, and a hall that is gone in the middle. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Replay } from '../src/generated/messages';
import type { Replayer } from '../src/replay.svelte';

const PLIES = 100;
const first = { width: 1, height: 1, legend: {}, layers: [{ tiles: ['.'] }] };

beforeEach(() => {
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
});

/** Parts of a match; from its second on they are not to be had. */
async function fetchPart(from: number, to: number): Promise<Replay> {
  if (from) throw new Error('the hall cannot be reached');
  const shown = Array.from({ length: Math.min(to, PLIES) - from }, (_, i) => ({ ply: from + i + 1, steps: [] }));
  return { first, plies: PLIES, shown } as unknown as Replay;
}

async function replayAt(ply: number): Promise<Replayer> {
  const { Replayer } = await import('../src/replay.svelte');
  const replay = new Replayer(fetchPart);
  await replay.seek(ply);
  return replay;
}

const settle = () => new Promise((done) => setTimeout(done));

test('steps that are taken at once are so many plies', async () => {
  const replay = await replayAt(20);
  for (let press = 0; press < 3; press++) replay.step(-1);
  await settle();
  expect(replay.at).toBe(17);
});

test('a ply that is no whole number is the one before', async () => {
  const replay = await replayAt(1.5);
  expect([replay.at, replay.failed]).toEqual([1, '']);
});

test('a part that cannot be fetched is told, each time, and the scene stays where it was', async () => {
  const { toast } = await import('../src/toast.svelte');
  const replay = await replayAt(60);
  for (let press = 0; press < 2; press++) {
    toast.text = '';
    replay.step(1);
    await settle();
    expect([replay.at, toast.text]).toEqual([60, 'The hall cannot be reached.']);
  }
  replay.step(-1);
  await settle();
  expect(replay.at).toBe(59);
});

test('what comes for a page that was left is not shown', async () => {
  const replay = await replayAt(20);
  void replay.seek(30);
  replay.close();
  await settle();
  expect(replay.at).toBe(20);
});
