import { expect, test } from 'vitest';
import { readHeader, writeHeader } from '../src/edit/header';

const TEXT = '; title: Mine\n; Turns: 40\n1 D: fire N\n; turns: 3\n';

test('only the lines before the body are read, whatever the case of their keys', () => {
  expect(readHeader(TEXT, ['turns', 'grid'])).toEqual({ turns: '40' });
  expect(readHeader('', ['turns'])).toEqual({});
});

test('a value takes the place of the one that is there', () => {
  expect(writeHeader(TEXT, 'turns', '12')).toBe('; title: Mine\n; turns: 12\n1 D: fire N\n; turns: 3\n');
});

test('a new line comes after the other header lines, before the body', () => {
  expect(writeHeader(TEXT, 'grid', '2')).toBe('; title: Mine\n; Turns: 40\n; grid: 2\n1 D: fire N\n; turns: 3\n');
  expect(writeHeader('', 'grid', '2')).toBe('; grid: 2\n');
});

test('without a value the line goes, and nothing else', () => {
  expect(writeHeader(TEXT, 'title', undefined)).toBe('; Turns: 40\n1 D: fire N\n; turns: 3\n');
  expect(writeHeader(TEXT, 'grid', undefined)).toBe(TEXT);
});
