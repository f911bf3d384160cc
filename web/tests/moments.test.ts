import { describe, expect, it } from 'vitest';
import type { Replay, Scene, Step } from '../src/generated/messages';
import { momentsOf, pliesOf, sceneAfter } from '../src/moments';

const START = { width: 3, height: 1, status: 'begin', legend: {}, layers: [{ tiles: ['...'] }] } as unknown as Scene;
const step = (changed: Partial<Scene>, text?: string): Step => ({ changed, text }) as Step;

describe('momentsOf', () => {
  it('merges each step into the scene before it', () => {
    const moments = momentsOf(START, [step({ status: 'one' }), step({ height: 2 }, 'it grew')]);
    expect(moments.map(({ scene }) => [scene.status, scene.height])).toEqual([
      ['one', 1],
      ['one', 2],
    ]);
    expect(moments[1].step.text).toBe('it grew');
  });

  it('takes null for a field that is gone, and changes nothing of the scene before', () => {
    const before = { ...START, labels: { columns: ['a'] } } as Scene;
    const [moment] = momentsOf(before, [step({ labels: null })]);
    expect(moment.scene.labels).toBeNull();
    expect(before.labels).toEqual({ columns: ['a'] });
  });

  it('keeps the pieces that have not changed as they were, so that they are not drawn anew', () => {
    const before = {
      ...START,
      pieces: [
        { id: 'a', kind: 'coin', cell: 0 },
        { id: 'b', kind: 'coin', cell: 1 },
      ],
    } as Scene;
    const pieces = [
      { id: 'b', kind: 'coin', cell: 2 },
      { id: 'a', kind: 'coin', cell: 0 },
      { id: 'c', kind: 'coin', cell: 1 },
    ];
    const [moment] = momentsOf(before, [step({ pieces })]);
    expect(moment.scene.pieces).toEqual(pieces);
    expect(moment.scene.pieces![1]).toBe(before.pieces![0]);
    expect(moment.scene.pieces![0]).not.toBe(before.pieces![1]);
  });
});

describe('sceneAfter', () => {
  it('is the scene before where nothing happened', () => {
    expect(sceneAfter(START, [])).toBe(START);
  });
});

describe('pliesOf', () => {
  it('lets each ply begin where the one before ended, also after one without steps', () => {
    const shown = [
      { steps: [step({ status: 'a' }), step({ status: 'b' })] },
      { steps: [] },
      { steps: [step({ height: 4 })] },
    ];
    const plies = pliesOf({ first: START, shown } as unknown as Replay);
    expect(plies.map((ply) => ply.length)).toEqual([2, 0, 1]);
    expect(plies[2][0].scene).toMatchObject({ status: 'b', height: 4 });
  });
});
