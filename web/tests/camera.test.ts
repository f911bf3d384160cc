import { describe, expect, it } from 'vitest';
import { fieldOf, goesOn, leastCell, movedTo, needsCamera, reveal } from '../src/board/camera';
import { cropOf, type Scene } from '../src/scene';

const board = (width: number, height: number, more: Partial<Scene> = {}): Scene => {
  const [, , rows, cols] = more.window ?? [0, 0, height, width];
  const tiles = Array.from({ length: rows }, () => '.'.repeat(cols));
  return { width, height, legend: {}, layers: [{ tiles }], ...more } as unknown as Scene;
};
const cropped = (scene: Scene) => cropOf(scene, scene.layers[0]);

describe('a camera', () => {
  it('is needed where cells would be too small, and where the board may grow', () => {
    const [small, large] = [board(8, 8), board(32, 32)];
    const part = board(73, 73, { window: [30, 30, 9, 9] });
    expect(needsCamera(small, cropped(small), 600, 600, false)).toBe(false);
    expect(needsCamera(large, cropped(large), 600, 600, false)).toBe(true);
    expect(needsCamera(part, cropped(part), 600, 600, false)).toBe(true);
    expect([leastCell(false), leastCell(true)]).toEqual([32, 28]);
  });

  it('goes over the same field whatever is known (MR5)', () => {
    const [before, after] = [board(73, 73, { window: [30, 30, 9, 9] }), board(73, 73, { window: [20, 11, 40, 31] })];
    expect(goesOn(before)).toBe(true);
    expect(fieldOf(before, cropped(before))).toEqual(fieldOf(after, cropped(after)));
  });

  it('stays where a cell is well inside, else brings it to the middle', () => {
    expect(reveal({ start: 100, length: 400 }, { start: 250, length: 40 }, 100)).toBe(100);
    expect(reveal({ start: 100, length: 400 }, { start: 450, length: 40 }, 100)).toBe(270);
    expect(reveal({ start: 0, length: 30 }, { start: 500, length: 40 }, 100)).toBe(505);
  });

  it('looks at what has moved, else at what has come', () => {
    const at = (pieces: object[]) => board(9, 9, { pieces } as Partial<Scene>);
    const before = at([
      { id: 'a', cell: 1 },
      { id: 'b', cell: 2 },
    ]);
    expect(
      movedTo(
        before,
        at([
          { id: 'a', cell: 1 },
          { id: 'c', cell: 5 },
          { id: 'b', cell: 3 },
        ]),
      ),
    ).toBe(3);
    expect(
      movedTo(
        before,
        at([
          { id: 'a', cell: 1 },
          { id: 'b', cell: 2 },
          { id: 'c', cell: 7 },
        ]),
      ),
    ).toBe(7);
    expect(movedTo(before, at([{ id: 'a', cell: 4, faded: true }]))).toBe(-1);
    const all = [1, 2, 6, 8].map((cell, i) => ({ id: 'abcd'[i], cell }));
    expect(movedTo(before, at(all))).toBe(-1); // everything is shown: nothing of it has been played
    expect(movedTo(null, before)).toBe(-1);
  });
});
