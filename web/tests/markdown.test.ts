import { describe, expect, it } from 'vitest';
import { blocks, inline, rulesAndMore } from '../src/parts/markdown';

describe('inline', () => {
  it('knows code, bold, italic and links, and leaves the rest', () => {
    expect(inline('a `b` **c** *d* [e](/f) 2 * 3')).toEqual([
      { text: 'a ', style: '' },
      { text: 'b', style: 'code' },
      { text: ' ', style: '' },
      { text: 'c', style: 'b' },
      { text: ' ', style: '' },
      { text: 'd', style: 'i' },
      { text: ' ', style: '' },
      { text: 'e', style: '' },
      { text: ' 2 * 3', style: '' },
    ]);
  });
});

describe('blocks', () => {
  it('tells headings, lists, tables, code and paragraphs apart', () => {
    const source =
      '# Title\n\nTwo\nlines.\n\n- a\n  more\n- b\n\n' +
      '| x | y |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n\n    indented\n1. one\n';
    expect(blocks(source).map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'list',
      'table',
      'code',
      'code',
      'list',
    ]);
    const [, paragraph, list, table] = blocks(source);
    expect(paragraph).toEqual({ kind: 'paragraph', text: [{ text: 'Two lines.', style: '' }] });
    expect(list).toMatchObject({ ordered: false, items: [[{ text: 'a more' }], [{ text: 'b' }]] });
    expect(table).toMatchObject({ rows: [[[{ text: '1' }], [{ text: '2' }]]] });
    expect(blocks(source).at(-1)).toMatchObject({ ordered: true });
  });

  it('ends with every text', () => {
    for (const source of ['', '|', '|x', '```', '#', '-', ' |a|\nb']) expect(blocks(source)).toBeInstanceOf(Array);
  });
});

describe('rulesAndMore', () => {
  it('parts a page after what is secret', () => {
    const [rules, more] = rulesAndMore('# G\n## What is secret\nNothing.\n## Solving\nx\n');
    expect(rules).toBe('# G\n## What is secret\nNothing.\n');
    expect(more).toBe('## Solving\nx\n');
    expect(rulesAndMore('# G\n')).toEqual(['# G\n', '']);
  });
});
