import { describe, expect, it } from 'vitest';
import { Chooser, sameKey } from '../src/match/chooser.svelte';
import type { Choice, Scene } from '../src/scene';

const choice = (word: string, more: Partial<Choice> = {}): Choice => ({ action: word.length, word, ...more }) as Choice;
const scene = (more: Partial<Scene> = {}): Scene =>
  ({ width: 5, height: 5, status: '', legend: {}, layers: [{ tiles: [] }], ...more }) as unknown as Scene;
const chooser = (choices: Choice[], more: Partial<Scene> = {}): Chooser =>
  new Chooser(
    () => scene(more),
    () => choices,
    ['resign'],
  );

describe('keys', () => {
  it('ignores capitals of letters, but not names of keys', () => {
    expect(sameKey('r', 'R')).toBe(true);
    expect(sameKey('Enter', 'enter')).toBe(false);
    expect(sameKey('', '')).toBe(false);
  });

  it('plays the choice that has the key, and refuses one that cannot be played', () => {
    const [north, south] = [choice('n', { key: 'ArrowUp' }), choice('s', { key: 'ArrowDown', why: 'a wall' })];
    const subject = chooser([north, south]);
    expect(subject.press({ key: 'ArrowUp', code: '' })).toEqual({ play: north });
    expect(subject.press({ key: 'ArrowDown', code: '' })).toEqual({ refused: south });
    expect(subject.press({ key: 'x', code: '' })).toBeNull();
  });

  it('waits for the second digit of a number', () => {
    const twelve = choice('phase 12', { key: '12' });
    const subject = chooser([twelve]);
    expect(subject.press({ key: '1', code: '' })).toEqual({ selected: true });
    expect(subject.press({ key: '2', code: '' })).toEqual({ play: twelve });
  });

  it('leaves out words that have a control of their own', () => {
    expect(chooser([choice('resign', { key: 'q' })]).claims('q')).toBe(false);
  });
});

describe('groups and pieces', () => {
  const pieces = [
    { id: 'a', kind: 'k', cell: 12, label: '1' },
    { id: 'b', kind: 'k', cell: 3, label: '2' },
  ];
  const walk = (piece: string, cell: number) => choice(`${piece} walks ${cell}`, { piece, group: 'walk', cell });
  const fire = (piece: string, cell: number) => choice(`${piece} fires ${cell}`, { piece, group: 'fire', cell });
  const all = [walk('a', 7), walk('a', 11), fire('a', 2), fire('a', 10), walk('b', 8), fire('b', 4)];

  it('lets go of a piece that can do nothing more, and offers the others only', () => {
    const spent = all.map((choice) => (choice.piece === 'a' ? { ...choice, why: 'no action is left' } : choice));
    const subject = chooser(spent, { pieces } as Partial<Scene>);
    subject.choosePiece('b');
    subject.letGo();
    expect(subject.piece).toBe('b');
    subject.choosePiece('a');
    expect(subject.piece).toBe('a');
    subject.letGo();
    expect(subject.piece).toBe('');
    expect(subject.marks().map(({ cells }) => cells)).toEqual([[3]]);
  });

  it('asks for the piece, then for the group, then for the place', () => {
    const subject = chooser(all, { pieces } as Partial<Scene>);
    expect(subject.piece).toBe('');
    expect(subject.press({ key: '1', code: '' })).toEqual({ selected: true });
    expect(subject.piece).toBe('a');
    expect(subject.groups.map(({ name, key }) => [name, key])).toEqual([
      ['walk', 'w'],
      ['fire', 'f'],
    ]);
    expect(subject.press({ key: 'f', code: '' })).toEqual({ selected: true });
    expect(subject.pick(2, 0)).toEqual({ play: all[2] });
  });

  it('goes back one step at a time', () => {
    const subject = chooser(all, { pieces } as Partial<Scene>);
    subject.choosePiece('a');
    subject.chooseGroup('walk');
    expect([subject.back(), subject.group, subject.piece]).toEqual([true, '', 'a']);
    expect([subject.back(), subject.piece, subject.back()]).toEqual([true, '', false]);
  });

  it('goes on with the same choice after the page was loaded again, and not with another', () => {
    const before = chooser(all, { pieces } as Partial<Scene>);
    before.choosePiece('a');
    before.chooseGroup('fire');
    const same = chooser(all, { pieces } as Partial<Scene>);
    same.resume(before.chosen!);
    expect([same.piece, same.group]).toEqual(['a', 'fire']);
    const other = chooser(all.slice(1), { pieces } as Partial<Scene>);
    other.resume(before.chosen!);
    expect(other.chosen).toBeNull();
  });

  it('finds the choice in the direction of an arrow', () => {
    const subject = chooser(all, { pieces } as Partial<Scene>);
    subject.choosePiece('a');
    subject.chooseGroup('fire');
    expect(subject.toward('ArrowUp')).toBe(all[2]); // two rows up, in the same column
    expect(subject.toward('ArrowDown')).toBeUndefined();
  });

  it('marks what can be picked, and what would be deadly apart', () => {
    const subject = chooser([
      choice('n', { cell: 7 }),
      choice('s', { cell: 17, danger: true }),
      choice('x', { cell: 1, why: 'no' }),
    ]);
    expect(subject.marks()).toEqual([
      { style: 'choice', layer: 0, cells: [7], ticks: [] },
      { style: 'danger', layer: 0, cells: [17] },
    ]);
  });
});

describe('a turned board', () => {
  it('takes an arrow for the direction that is seen', () => {
    const pieces = [{ id: 'x', kind: 'k', cell: 12 }];
    const [up, down] = [
      choice('up', { piece: 'x', group: 'go', cell: 7 }),
      choice('down', { piece: 'x', group: 'go', cell: 17 }),
    ];
    const subject = (isTurned: boolean) =>
      new Chooser(
        () => scene({ pieces } as Partial<Scene>),
        () => [up, down],
        [],
        () => isTurned,
      );
    expect(subject(false).toward('ArrowUp')).toEqual(up);
    expect(subject(true).toward('ArrowUp')).toEqual(down);
    expect(subject(true).press({ key: '8', code: 'Numpad8' })).toEqual({ play: down });
  });
});
