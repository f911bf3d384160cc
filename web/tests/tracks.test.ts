import { expect, test } from 'vitest';
import { tracks } from '../src/board/tracks';

test('a board of any size has as many tracks, in the form that browsers understand: nothing is repeated less than once', () => {
  expect(tracks(1, 0)).toBe('48fr');
  expect(tracks(2, 0)).toBe('48fr 48fr');
  expect(tracks(5, 26)).toBe('22fr repeat(3, 48fr) 22fr');
});
