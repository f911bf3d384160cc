/** The hall over HTTP, and nothing else: what this browser keeps of its answers is in `visitor.ts` and `seats.ts`. */
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
} from './generated/messages';

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
    // The answer is not the hall's, but that of something before it: our own words stay.
  }
  throw new Refused(reply.status, failure);
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await ask(path, init)).json()) as T;
}

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

export const newGuest = (): Promise<Guest> => json('/api/guests', { method: 'POST' });
export const roomsOf = (token: string): Promise<RoomCard[]> => json('/api/rooms', { headers: bearer(token) });
export const makeRoom = (token: string, wish: MakeRoom): Promise<RoomMade> =>
  json('/api/rooms', {
    method: 'POST',
    headers: { ...bearer(token), 'Content-Type': 'application/json' },
    body: JSON.stringify(wish),
  });
export const check = (game: string, text: string): Promise<Checked> =>
  json(`/api/games/${game}/check`, { method: 'POST', body: text });
export const replayOf = (room: string, from: number, to: number, as = 0, secret = ''): Promise<Replay> =>
  json(
    `/api/match/${encodeURIComponent(room)}?from=${from}&to=${to}&as=${as}`,
    secret ? { headers: { 'X-Seat': secret } } : {},
  );
export const replayText = (text: string, from: number, to: number): Promise<Replay> =>
  json(`/api/replay?from=${from}&to=${to}`, { method: 'POST', body: text });
/** A level's text in another form of its game. */
export const rewrite = async (game: string, text: string, form: 'json' | 'text'): Promise<string> =>
  (await ask(`/api/games/${game}/rewrite?as=${form}`, { method: 'POST', body: text })).text();

/** Let the hall prove a level; `onproof` hears how far it is, and `signal` stops the search. */
export async function prove(
  game: string,
  text: string,
  signal: AbortSignal,
  onproof: (proof: Proof) => void,
): Promise<void> {
  const reader = (await ask(`/api/games/${game}/prove`, { method: 'POST', body: text, signal }))
    .body!.pipeThrough(new TextDecoderStream())
    .getReader();
  for (let rest = ''; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) onproof(JSON.parse(event.slice('data: '.length)) as Proof);
  }
}

const answers = new Map<string, Promise<unknown>>();
/** Ask for what does not change while the page is open: only the first time, or again after a failure. */
function once<T>(path: string): Promise<T> {
  let promise = answers.get(path) as Promise<T> | undefined;
  if (!promise) {
    promise = json<T>(path);
    promise.catch(() => answers.delete(path));
    answers.set(path, promise);
  }
  return promise;
}
export const games = (): Promise<GameCard[]> => once('/api/games');
export const gamePage = (game: string): Promise<GamePage> => once(`/api/games/${game}`);
/** A short match that shows the game. */
export const living = (game: string): Promise<Replay> => once(`/api/games/${game}/show`);
export const levelPage = (game: string, level: string): Promise<LevelPage> =>
  once(`/api/games/${game}/levels/${encodeURIComponent(level)}`);
/** The address of a game's drawings. */
export const themeOf = (game: string): string => `/api/games/${game}/theme.svg`;
