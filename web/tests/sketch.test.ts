import { describe, expect, it } from 'vitest';
import { sketch } from '../src/edit/sketch';
import type { Draft, Scene } from '../src/generated/messages';

const DRAFT = {
  areas: [{ line: 1, rows: 1, columns: 3 }],
  pad: ' ',
  legend: { wall: { text: 'W' }, floor: { text: 'F' } },
  signs: [
    { sign: '#', kind: 'wall', name: 'wall' },
    { sign: '@', kind: 'agent', name: 'agent', under: 'floor', owner: 1 },
  ],
} as unknown as Draft;

describe('sketch', () => {
  it('draws signs at once, and pieces on what is under them', () => {
    const scene = sketch('#@?', DRAFT, null);
    expect(scene.layers[0].tiles).toEqual(['WF\0']);
    expect(scene.pieces!.map(({ kind, cell, label }) => [kind, cell, label])).toEqual([
      ['agent', 1, undefined],
      ['', 2, '?'],
    ]);
  });

  it('keeps what the hall has drawn where the text has not changed', () => {
    const drawn = {
      width: 3,
      height: 1,
      legend: DRAFT.legend,
      layers: [{ tiles: ['XYZ'] }],
      pieces: [{ id: '1', kind: 'agent', cell: 1 }],
    } as unknown as Scene;
    const scene = sketch('#@#', DRAFT, { text: '#@?', scene: drawn, areas: DRAFT.areas! });
    expect(scene.layers[0].tiles).toEqual(['XYW']);
    expect(scene.pieces!.map(({ kind, cell }) => [kind, cell])).toEqual([['agent', 1]]);
  });
});
