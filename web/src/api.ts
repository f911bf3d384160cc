/** The hall over HTTP. */
import type {
  Checked,
  Failure,
  GameCard,
  GamePage,
  Guest,
  LevelPage,
  MakeRoom,
  Proof,
  Replay,
  RoomCard,
  RoomMade,
  RoomMessage,
} from './generated/messages';
import { keepKeys } from './seats';
import { read, write } from './storage';

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

let guest: Promise<Guest> | null = null;

/** This visitor's token; made when it is first needed. */
export function visitor(): Promise<Guest> {
  const known = read('guest');
  if (known) return Promise.resolve(known);
  guest ??= json<Guest>('/api/guests', { method: 'POST' }).then((fresh) => {
    write('guest', fresh);
    return fresh;
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
    write('guest', null);
    guest = null;
    return asVisitor(path, init, false);
  }
}

export function knownVisitor(): boolean {
  return read('guest') !== null;
}

export async function makeRoom(wish: MakeRoom): Promise<RoomMade> {
  const made = await asVisitor<RoomMade>('/api/rooms', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(wish) });
  keepKeys(made.room, made.keys);
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
