import { describe, expect, it } from 'vitest';
import { centre, ground, head, linePath } from '../src/board/outline';
import { cropOf, type Scene } from '../src/scene';

const LEGEND = { wall: { text: '#', name: 'wall', join: true }, gem: { text: '*', name: 'gem' }, floor: { text: '.' } };
const scene = (tiles: string[], fog?: string[]): Scene =>
  ({ width: tiles[0].length, height: tiles.length, legend: LEGEND, layers: [{ tiles, fog }] }) as unknown as Scene;
const drawn = (subject: Scene) => {
  const [layer] = subject.layers;
  return ground(subject, layer, cropOf(subject, layer), (kind) => kind !== 'floor');
};

describe('ground', () => {
  it('draws neighbours as one body, and a lip only where it ends', () => {
    const { bodies, tiles } = drawn(scene(['#..', '#.*', '...']));
    expect(bodies).toHaveLength(1);
    expect(bodies[0].face.match(/M/g)).toHaveLength(2);
    expect(bodies[0].lip.match(/M/g)).toHaveLength(1);
    expect(tiles.map(({ kind, cell }) => [kind, cell])).toEqual([['gem', 5]]);
  });

  it('hides what was never seen, and keeps what is remembered apart', () => {
    const { bodies, tiles, fog, remembered } = drawn(scene(['##*', '...'], ['+-?', '+++']));
    expect(bodies.map(({ old }) => old)).toEqual([false, true]);
    expect(tiles).toEqual([]);
    expect(fog.match(/M/g)).toHaveLength(1);
    expect(remembered).toContain('M48 0');
  });
});

describe('lines', () => {
  it('run through the middles of cells and end with an arrow', () => {
    expect(centre(4, 3)).toEqual([72, 72]);
    expect(linePath([0, 1], 3)).toBe('M24 24L72 24');
    expect(head([0, 1], 3)).toBe('translate(72 24) rotate(0)');
    expect(head([0, 3], 3)).toBe('translate(24 72) rotate(90)');
  });
});
