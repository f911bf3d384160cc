/** A lesson on a slow line: what is shown belongs to one step, and each failure is told. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { LessonRun } from '../src/lesson.svelte';

const scene = { width: 1, height: 1, legend: {}, layers: [{ tiles: ['.'] }] };
const STEPS = ['One', 'Two', 'Three'].map((title) => ({ title, text: '', after: '' }));
let answers: ((position: object | null) => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  answers = [];
  const asked = () =>
    new Promise((done, fail) =>
      answers.push((position) => (position ? done({ ok: true, json: () => position }) : fail(new Error('no net')))),
    );
  vi.stubGlobal('fetch', (path: string) =>
    path.endsWith('/lesson') ? Promise.resolve({ ok: true, json: () => STEPS }) : asked(),
  );
});

/** Let everything go on that waits for nothing. */
const settle = () => new Promise((done) => setTimeout(done));

/** A run whose first step is done. */
async function done(): Promise<LessonRun> {
  const { LessonRun } = await import('../src/lesson.svelte');
  const run = new LessonRun('some');
  void run.open();
  await settle();
  answers[0]({ first: scene, done: true });
  await settle();
  return run;
}

test('who goes on twice before the next step has come is at the next step', async () => {
  const run = await done();
  for (let press = 0; press < 2; press++) void run.begin(run.at + 1);
  expect([run.at, run.done]).toEqual([0, true]); // what is shown is still the step before
  for (const answer of answers.slice(1)) answer({ first: scene, active: true });
  await settle();
  expect([run.at, run.done]).toEqual([1, false]);
});

test('what cannot be fetched leaves the step as it is, and says so each time', async () => {
  const run = await done();
  for (let press = 1; press <= 2; press++) {
    void run.begin(run.at + 1);
    expect(run.failed).toBe('');
    await settle();
    answers[press](null);
    await settle();
    expect([run.at, run.done]).toEqual([0, true]);
    expect(run.failed).toMatch(/hall cannot be reached/);
  }
});
