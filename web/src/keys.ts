/**
 * The client's own keys, from keys.json, beside which a scene's choices have theirs. No key means two things at once:
 * where a choice has one of these, it is the choice's, and the next of the list is left (a capital is never a
 * choice's). A test holds that every one keeps a key in every scene of every game.
 */
import KEYS from './keys.json';
import type { Scene } from './scene';

/** The letters that a group of choices without a key of its own is not given. */
export const OWN_LETTERS = KEYS.flatMap(({ keys }) => keys).filter((key) => /^[a-z]$/.test(key));

/** The keys of something the client does, in this scene. */
export function keysFor(name: string, scene: Scene | null | undefined): string[] {
  const keys = KEYS.find((entry) => entry.name === name)?.keys ?? [];
  return keys.filter((key) => !scene?.choices?.some((choice) => choice.key === key));
}

/** How the first of these keys is written on a button. */
export function signOf(name: string, scene?: Scene | null): string {
  const key = keysFor(name, scene)[0] ?? '';
  return /^[A-Z]$/.test(key) ? `⇧${key}` : key.toUpperCase();
}
