/** Ticks of a timeline: frames of one scene are never shown on another, and one timer at most runs. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Scrubber } from '../src/match/scrubber.svelte';
import type { Frame, Scene } from '../src/scene';

const FRAMES = Array.from({ length: 8 }, (_, tick) => ({ pieces: [{ id: 'a', kind: 'a', cell: tick }] }) as Frame);
const SCENE = { pieces: [] } as unknown as Scene;
let answers: ((frames: Frame[]) => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  answers = [];
});

async function scrubber(): Promise<Scrubber> {
  const { Scrubber } = await import('../src/match/scrubber.svelte');
  return new Scrubber(() => new Promise((done) => answers.push(done)));
}

test('frames that come after the scene has changed are not shown on the new one', async () => {
  const ticks = await scrubber();
  void ticks.seek(3);
  ticks.reset();
  answers[0](FRAMES);
  await vi.advanceTimersByTimeAsync(0);
  expect([ticks.at, ticks.drawn(SCENE)]).toEqual([-1, SCENE]);
});

test('what is asked to play twice before the frames have come plays once, and can be stopped', async () => {
  const ticks = await scrubber();
  for (let press = 0; press < 2; press++) void ticks.toggle();
  for (const answer of answers) answer(FRAMES);
  await vi.advanceTimersByTimeAsync(0);
  expect(ticks.rolling).toBe(true);
  ticks.stop();
  const { at } = ticks;
  vi.advanceTimersByTime(10000);
  expect(ticks.at).toBe(at);
});
