import { beforeEach, describe, expect, it } from 'vitest';
import { bestOf, keepResult, order, progressText, resultsOf, summary, timeText } from '../src/results';
import { write, type Result } from '../src/storage';

const result = (room: string, more: Partial<Result> = {}): Result => ({
  room,
  level: '',
  title: room,
  lines: [],
  won: true,
  stars: -1,
  counts: true,
  open: false,
  seed: '',
  ...more,
});

beforeEach(() => void write('results', {}));

describe('order', () => {
  it('puts what was won first, then what nothing was taken back in, then the facts, then the time', () => {
    const lost = result('lost', { won: false, facts: { score: 99 } });
    const undone = result('undone', { undone: 1, facts: { score: 50 } });
    const slow = result('slow', { facts: { score: 7 }, seconds: 90 });
    const quick = result('quick', { facts: { score: 7 }, seconds: 30 });
    const high = result('high', { facts: { score: 8 }, seconds: 900 });
    const sorted = [lost, undone, slow, quick, high].sort(order(['score']));
    expect(sorted.map(({ room }) => room)).toEqual(['high', 'quick', 'slow', 'undone', 'lost']);
  });

  it('takes less for better where the ranking says so', () => {
    const [few, many] = [result('few', { facts: { turns: 3 } }), result('many', { facts: { turns: 9 } })];
    expect([many, few].sort(order(['-turns'])).map(({ room }) => room)).toEqual(['few', 'many']);
  });
});

describe('progressText', () => {
  it('sums what was won, what is perfect, and the best points of each level', () => {
    const won = (room: string, level: string, more: Partial<Result>) =>
      keepResult('game', result(room, { level, ...more }), []);
    won('a', 'one', { mark: 'perfect', points: 3, undone: 2 });
    won('b', 'one', { points: 2 });
    won('c', 'two', { points: 3.6 });
    expect(progressText(Object.values(bestOf('game', [])), 28, true)).toBe('2/28 · 1 perfect · 6.6 points');
    expect(progressText([], 28, true)).toBe('');
  });
});

describe('keepResult', () => {
  it('keeps of a room its best', () => {
    keepResult('game', result('r', { facts: { score: 5 } }), ['score']);
    keepResult('game', result('r', { facts: { score: 3 } }), ['score']);
    keepResult('game', result('r', { facts: { score: 8 } }), ['score']);
    expect(resultsOf('game', ['score']).map(({ facts }) => facts!.score)).toEqual([8]);
  });

  it('keeps of a seed that somebody chose the first attempt', () => {
    keepResult('game', result('first', { open: true, seed: 'daily', facts: { score: 1 } }), ['score']);
    keepResult('game', result('second', { open: true, seed: 'daily', facts: { score: 9 } }), ['score']);
    expect(resultsOf('game', ['score']).map(({ room }) => room)).toEqual(['first']);
  });

  it('never drops the best of a level', () => {
    keepResult('game', result('worst', { level: 'deep', facts: { score: -1 } }), ['score']);
    for (let i = 0; i < 210; i++) keepResult('game', result(`r${i}`, { facts: { score: i } }), ['score']);
    expect(bestOf('game', ['score']).deep.result.room).toBe('worst');
    expect(resultsOf('game', ['score']).length).toBeLessThanOrEqual(201);
  });
});

describe('in words', () => {
  it('says times and moves as people do', () => {
    expect(['59.4', '61', '3720'].map(Number).map(timeText)).toEqual(['59 s', '1 min 1 s', '1 h 2 min']);
    expect(summary(result('r', { moves: 1, seconds: 5, undone: 2 }))).toBe('1 move, 5 s, 2 taken back');
    expect(summary(result('r'))).toBe('');
  });
});
