/**
 * The client's own keys, from keys.json: for each thing that it does a list of them. No key means two things at once: a
 * key that a choice of the scene has is the choice's, and the client does with the others of its list. Capitals are
 * never a choice's. A test holds that everything keeps a key in every scene of every game.
 */
import KEYS from './keys.json';
import { keySign } from './match/labels';
import type { Scene } from './scene';

/** The letters that a group of choices without a key of its own is not given. */
export const OWN_LETTERS = KEYS.flatMap(({ keys }) => keys).filter((key) => /^[a-z]$/.test(key));

/** What there is on every page: the keys as they are written, and what they do. */
export const OWN_KEYS = KEYS.map(({ keys, text }) => [keys.map(signOfKey).join(' '), text]);

/** The keys of something the client does, in this scene. */
export function keysFor(name: string, scene: Scene | null | undefined): string[] {
  const keys = KEYS.find((entry) => entry.name === name)?.keys ?? [];
  return keys.filter((key) => !scene?.choices?.some((choice) => choice.key === key));
}

/** How the first of these keys is written on a button. */
export function signOf(name: string, scene?: Scene | null): string {
  return signOfKey(keysFor(name, scene)[0] ?? '');
}

function signOfKey(key: string): string {
  return /^[A-Z]$/.test(key) ? `⇧${key}` : keySign(key);
}
