import { expect, test } from 'vitest';
import { withoutTyping } from '../src/sentence';

test('a message for people who type says on a page only what it is about', () => {
  expect(withoutTyping('Walk to the exit: the arrow keys, or the word "right".')).toBe('Walk to the exit.');
  expect(withoutTyping('It does not want you: it wants the box.')).toBe('It does not want you: it wants the box.');
});
