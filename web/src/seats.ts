/** The seats this browser holds: for each room the keys that open them. */
import type { Key } from './generated/messages';
import { read, write } from './storage';

const MOST = 60; // rooms whose keys are kept

export function keepKeys(room: string, keys: Key[]): void {
  const all = read('seats');
  const before = (all[room] ?? []).filter((key) => !keys.some((other) => other.seat === key.seat));
  delete all[room];
  all[room] = [...before, ...keys.map(({ seat, secret }) => ({ seat, secret }))];
  const names = Object.keys(all);
  for (const old of names.slice(0, Math.max(0, names.length - MOST))) delete all[old];
  write('seats', all);
}

export function keysOf(room: string): Key[] {
  return (read('seats')[room] ?? []).sort((a, b) => a.seat - b.seat);
}

export function forgetKey(room: string, seat: number): void {
  const all = read('seats');
  all[room] = (all[room] ?? []).filter((key) => key.seat !== seat);
  write('seats', all);
}
