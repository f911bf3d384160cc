import { describe, expect, it } from 'vitest';
import { turnCell, turnMarks, turnPreview, turnScene } from '../src/board/turn';
import { cropOf, placeName, type Scene } from '../src/scene';

const scene = {
  width: 3,
  height: 2,
  legend: {},
  layers: [
    {
      tiles: ['abc', 'def'],
      fog: ['+-?', '???'],
      seen: [
        [0, 7, 0],
        [0, 0, 0],
      ],
    },
  ],
  pieces: [{ id: 'x', kind: 'k', cell: 1, facing: 1 }],
  marks: [{ style: 'path', line: [0, 4] }],
  choices: [],
  labels: { columns: ['A', 'B', 'C'], rows: ['2', '1'] },
  turned: true,
} as unknown as Scene;

describe('a turned board', () => {
  const turned = turnScene(scene);

  it('is turned by half with all that stands on it', () => {
    expect(turned.layers[0]).toMatchObject({ tiles: ['fed', 'cba'], fog: ['???', '?-+'] });
    expect(turned.layers[0].seen).toEqual([
      [0, 0, 0],
      [0, 7, 0],
    ]);
    expect(turned.pieces?.[0]).toMatchObject({ cell: 4, facing: 5 });
    expect(turned.marks?.[0].line).toEqual([5, 1]);
    expect(turnPreview(scene, { text: 'a', pieces: [{ id: 'y', kind: 'k', cell: 0 }] })?.pieces?.[0].cell).toBe(5);
  });

  it('names every place as before (EC1)', () => {
    for (let cell = 0; cell < 6; cell++) expect(placeName(turned, turnCell(scene, cell))).toBe(placeName(scene, cell));
  });

  it('is the same again when it is turned twice', () => {
    expect(turnScene(turned).layers).toEqual(scene.layers);
    expect(turnMarks(scene, turnMarks(scene, scene.marks ?? []))[0].line).toEqual([0, 4]);
    expect(cropOf(turnScene({ ...scene, window: [0, 1, 1, 2] }), turned.layers[0])).toMatchObject({ top: 1, left: 0 });
  });
});
