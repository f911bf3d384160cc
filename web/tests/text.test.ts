import { describe, expect, it } from 'vitest';
import { between, draw, lineOf, placeOf, resize, starts, titleOf } from '../src/edit/text';
import { ordered } from '../src/edit/files';
import type { Draft, Sign } from '../src/generated/messages';

const TEXT = '; title: A room\n####\n#..#\n####\n';
const DRAFT = { areas: [{ line: 2, rows: 3, columns: 4 }], fill: '.', pad: ' ' } as Draft;
const sign = (text: string, more: Partial<Sign> = {}) => ({ sign: text, kind: 'k', name: text, ...more }) as Sign;

describe('ordered', () => {
  it('takes both spellings of a layer', () => {
    const names = (...given: string[]) =>
      ordered(
        given.map((name) => new File([], name)),
        ['_A.txt', '_B.txt'],
      ).map((file) => file.name);
    expect(names('easyB.txt', 'easyA.txt')).toEqual(['easyA.txt', 'easyB.txt']);
    expect(names('easy_B.txt', 'easy_A.txt')).toEqual(['easy_A.txt', 'easy_B.txt']);
  });
});

describe('draw', () => {
  it('changes single cells', () => {
    expect(draw(TEXT, DRAFT, 0, [{ row: 1, col: 2 }], sign('$'))).toBe('; title: A room\n####\n#.$#\n####\n');
  });

  it('moves what may be there only once', () => {
    const start = draw(TEXT, DRAFT, 0, [{ row: 1, col: 1 }], sign('@', { once: true }));
    expect(draw(start, DRAFT, 0, [{ row: 1, col: 2 }], sign('@', { once: true }))).toContain('#.@#');
  });

  it('adds the line that a sign needs, once', () => {
    const portal = sign('o', { line: '; o: portal' });
    const once = draw(TEXT, DRAFT, 0, [{ row: 1, col: 1 }], portal);
    const twice = draw(once, DRAFT, 0, [{ row: 1, col: 2 }], portal);
    expect(once.endsWith('####\n; o: portal\n')).toBe(true);
    expect(twice.split('; o: portal')).toHaveLength(2);
  });

  it('pads a line that is too short', () => {
    const short = { areas: [{ line: 1, rows: 1, columns: 4 }], pad: '-' } as Draft;
    expect(draw('#', short, 0, [{ row: 0, col: 3 }], sign('x'))).toBe('#--x');
  });
});

describe('resize', () => {
  it('keeps the rim, and says where the board is then', () => {
    const { text, areas } = resize(TEXT, DRAFT, 'right', 1);
    expect(text).toBe('; title: A room\n#####\n#...#\n#####\n');
    expect(areas).toEqual([{ line: 2, rows: 3, columns: 5 }]);
    expect(resize(text, { ...DRAFT, areas }, 'right', -1).text).toBe(TEXT);
  });

  it('moves the second board down by what the first has grown', () => {
    const two = { ...DRAFT, areas: [DRAFT.areas![0], { line: 6, rows: 3, columns: 4 }] } as Draft;
    const { areas } = resize(TEXT + '\n####\n#..#\n####\n', two, 'top', 1);
    expect(areas.map(({ line, rows }) => [line, rows])).toEqual([
      [2, 4],
      [7, 4],
    ]);
  });
});

describe('places', () => {
  it('finds the cell of a line and column', () => {
    expect(placeOf(DRAFT, 3, 2)).toEqual({ layer: 0, row: 1, col: 1 });
    expect(placeOf(DRAFT, 1, 1)).toBeNull();
    expect(placeOf(DRAFT, 3, 5)).toBeNull();
  });

  it('counts lines within a file, and finds them in the whole text', () => {
    const files = ['_day.txt', '_night.txt'];
    expect(starts('a\nb\n---\nc\n', files)).toEqual([0, 3]);
    expect(lineOf('a\nb\n---\nc\n', files, { message: '', file: '_night.txt', line: 1 })).toBe(4);
    expect(lineOf('a\n', files, { message: '' })).toBe(0);
  });

  it('leaves no gap in a stroke', () => {
    expect(between({ row: 0, col: 0 }, { row: 1, col: 3 })).toHaveLength(4);
    expect(between({ row: 2, col: 2 }, { row: 2, col: 2 })).toEqual([{ row: 2, col: 2 }]);
  });

  it('reads the title', () => {
    expect(titleOf(TEXT)).toBe('A room');
    expect(titleOf('####')).toBe('');
  });
});
