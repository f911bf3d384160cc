/** The hall over HTTP. */
import type { Checked, Failure, GameCard, GamePage, Guest, Key, LevelPage, MakeRoom, Proof, Replay, RoomCard, RoomMade, RoomMessage } from './generated/messages';
import { store, stored } from './settings.svelte';

/** What the hall refused, in its own words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly failure: Failure,
  ) {
    super(failure.message);
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let reply: Response;
  try {
    reply = await fetch(path, init);
  } catch {
    throw new Refused(0, { code: 'unreachable', message: 'The hall cannot be reached. Is the server running?' });
  }
  if (reply.ok) return reply;
  let failure: Failure = { code: 'internal', message: `The hall answered ${reply.status}.` };
  try {
    failure = (await reply.json()) as Failure;
  } catch {
    // Not the hall's own words: keep ours.
  }
  throw new Refused(reply.status, failure);
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await ask(path, init)).json()) as T;
}

const GUEST = 'gridhall.guest';
let guest: Promise<Guest> | null = null;

/** This visitor's token; made when it is first needed. */
export function visitor(): Promise<Guest> {
  const known = stored<Guest | null>(GUEST, null);
  if (known) return Promise.resolve(known);
  guest ??= json<Guest>('/api/guests', { method: 'POST' }).then((made) => {
    store(GUEST, made);
    return made;
  });
  guest.catch(() => (guest = null));
  return guest;
}

/** Ask with the visitor's token; a token the hall no longer knows is replaced once. */
async function asVisitor<T>(path: string, init: RequestInit = {}, again = true): Promise<T> {
  const { token } = await visitor();
  try {
    return await json<T>(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } });
  } catch (error) {
    if (!again || !(error instanceof Refused) || error.failure.code !== 'no_guest') throw error;
    localStorage.removeItem(GUEST);
    guest = null;
    return asVisitor(path, init, false);
  }
}

export function knownVisitor(): boolean {
  return stored<Guest | null>(GUEST, null) !== null;
}

export async function makeRoom(wish: MakeRoom): Promise<RoomMade> {
  const made = await asVisitor<RoomMade>('/api/rooms', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(wish) });
  keep(made.room, made.keys);
  return made;
}

export const ownRooms = (): Promise<RoomCard[]> => asVisitor('/api/rooms');
export const roomOf = (room: string): Promise<RoomMessage> => json(`/api/rooms/${encodeURIComponent(room)}`);
export const check = (game: string, text: string): Promise<Checked> => json(`/api/games/${game}/check`, { method: 'POST', body: text });
export const replayOf = (room: string, from: number, to: number, as = 0, secret = ''): Promise<Replay> =>
  json(`/api/match/${encodeURIComponent(room)}?from=${from}&to=${to}&as=${as}`, secret ? { headers: { 'X-Seat': secret } } : {});
export const replayText = (text: string, from: number, to: number): Promise<Replay> => json(`/api/replay?from=${from}&to=${to}`, { method: 'POST', body: text });
/** A level's text in another form of its game. */
export const rewrite = async (game: string, text: string, form: 'json' | 'text'): Promise<string> => (await ask(`/api/games/${game}/rewrite?as=${form}`, { method: 'POST', body: text })).text();

/** Let the hall prove a level, and be told how far it is; whoever aborts stops the search. */
export async function prove(game: string, text: string, signal: AbortSignal, onfound: (found: Proof) => void): Promise<void> {
  const reader = (await ask(`/api/games/${game}/prove`, { method: 'POST', body: text, signal })).body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onfound(JSON.parse(line.slice('data: '.length)) as Proof);
  }
}

const kept = new Map<string, Promise<unknown>>();
function once<T>(path: string): Promise<T> {
  let promise = kept.get(path) as Promise<T> | undefined;
  if (!promise) {
    promise = json<T>(path);
    promise.catch(() => kept.delete(path));
    kept.set(path, promise);
  }
  return promise;
}
export const games = (): Promise<GameCard[]> => once('/api/games');
export const gamePage = (game: string): Promise<GamePage> => once(`/api/games/${game}`);
export const living = (game: string): Promise<Replay> => once(`/api/games/${game}/show`);
export const levelPage = (game: string, level: string): Promise<LevelPage> => once(`/api/games/${game}/levels/${encodeURIComponent(level)}`);
export const themeOf = (game: string): string => `/api/games/${game}/theme.svg`;

// Seats this browser holds; the secret opens them from any device.
const SEATS = 'gridhall.seats';

export function keep(room: string, keys: Key[]): void {
  const all = stored<Record<string, Key[]>>(SEATS, {});
  const before = (all[room] ?? []).filter((key) => !keys.some((one) => one.seat === key.seat));
  delete all[room];
  all[room] = [...before, ...keys.map(({ seat, secret }) => ({ seat, secret }))];
  const names = Object.keys(all);
  for (const old of names.slice(0, Math.max(0, names.length - 60))) delete all[old];
  store(SEATS, all);
}

export function keysOf(room: string): Key[] {
  return (stored<Record<string, Key[]>>(SEATS, {})[room] ?? []).sort((a, b) => a.seat - b.seat);
}

export function forget(room: string, seat: number): void {
  const all = stored<Record<string, Key[]>>(SEATS, {});
  all[room] = (all[room] ?? []).filter((key) => key.seat !== seat);
  store(SEATS, all);
}

// Own results of matches that count in a table: of seeds the hall drew, and of seeds somebody chose (open), of which the first attempt counts.
export interface Played {
  room: string;
  open: boolean;
  seed: string;
  title: string;
  lines: string[];
  rank: number[];
}
const PLAYED = 'gridhall.played';

export function resultsOf(game: string): Played[] {
  return stored<Record<string, Played[]>>(PLAYED, {})[game] ?? [];
}

export function keepResult(game: string, one: Played): void {
  const before = resultsOf(game);
  if (before.some((other) => other.room === one.room || (one.open && other.open && other.seed === one.seed))) return;
  const better = (a: Played, b: Played) => a.rank.reduce((found, value, i) => found || (b.rank[i] ?? 0) - value, 0);
  store(PLAYED, { ...stored<Record<string, Played[]>>(PLAYED, {}), [game]: [...before, one].sort(better) });
}

// Own best results, by game and level.
export interface Best {
  stars: number;
  title: string;
}
const BEST = 'gridhall.best';

export function bestOf(game: string): Record<string, Best> {
  return stored<Record<string, Record<string, Best>>>(BEST, {})[game] ?? {};
}

export function remember(game: string, level: string, best: Best): void {
  const all = stored<Record<string, Record<string, Best>>>(BEST, {});
  const before = all[game]?.[level];
  if (before && before.stars >= best.stars) return;
  all[game] = { ...all[game], [level]: best };
  store(BEST, all);
}
