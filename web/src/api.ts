/** The hall over HTTP, and nothing else: what this browser keeps of its answers is in `visitor.ts` and `seats.ts`. */
import type {
  BestTable,
  Checked,
  DayCard,
  Failure,
  GameCard,
  GamePage,
  GuidePage,
  LessonCard,
  LessonPlay,
  LessonPosition,
  LevelPage,
  MakeLevel,
  MakeRoom,
  Me,
  NewLevel,
  NextLevel,
  Preview,
  Proof,
  RatingCard,
  Replay,
  RoomCard,
  RoomMade,
  SeatRating,
  Valued,
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

function unreachable(): string {
  if (!navigator.onLine) return 'You are offline: this needs a connection to the hall.';
  return 'The hall cannot be reached. Is the server running?';
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let reply: Response;
  try {
    reply = await fetch(path, init);
  } catch {
    throw new Refused(0, { code: 'unreachable', message: unreachable() });
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

/** Ask for something; what changes something has a body, which may be empty. */
export async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await ask(path, init)).json()) as T;
}

const post = <T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> =>
  json(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Let this browser be known by a cookie: as a new guest, or as the one whose token was kept until now. */
export const beginSession = (token: string): Promise<Me> =>
  post('/api/session', {}, token ? { Authorization: `Bearer ${token}` } : {});
export const ownRooms = (): Promise<RoomCard[]> => json('/api/rooms');
export const makeRoom = (wish: MakeRoom): Promise<RoomMade> => post('/api/rooms', wish);
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

/** Hear one after the other what the hall finds out; the signal of `init` stops its search. */
async function listen<T>(path: string, init: RequestInit, onheard: (heard: T) => void): Promise<void> {
  const reader = (await ask(path, init)).body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) onheard(JSON.parse(event.slice('data: '.length)) as T);
  }
}

/** Let the hall prove a level; `onproof` hears how far it is, and `signal` stops the search. */
export const prove = (game: string, text: string, signal: AbortSignal, onproof: (proof: Proof) => void) =>
  listen(`/api/games/${game}/prove`, { method: 'POST', body: text, signal }, onproof);

/** Let the hall make a level; `onlevel` hears how far it is, and `signal` stops it. */
export const generate = (game: string, wish: MakeLevel, signal: AbortSignal, onlevel: (level: NewLevel) => void) =>
  listen(`/api/games/${game}/generate`, { method: 'POST', body: JSON.stringify(wish), signal }, onlevel);

/** Ask what the positions of a room's match were worth; before its end only with the secret of a seat. */
export const valuesOf = (room: string, secret: string, signal: AbortSignal, onvalued: (valued: Valued) => void) =>
  listen(
    `/api/match/${encodeURIComponent(room)}/values`,
    secret ? { headers: { 'X-Seat': secret }, signal } : { signal },
    onvalued,
  );
export const valuesOfText = (text: string, signal: AbortSignal, onvalued: (valued: Valued) => void) =>
  listen('/api/replay/values', { method: 'POST', body: text, signal }, onvalued);
/** Make a room that goes on from a ply of a match, for another line; seat 0 is whoever is to act there. */
export const makeBranch = (room: string, ply: number, seat = 0): Promise<RoomMade> =>
  json(`/api/match/${encodeURIComponent(room)}/branch?ply=${ply}&seat=${seat}`, { method: 'POST' });
export const makeBranchOfText = (text: string, ply: number): Promise<RoomMade> =>
  json(`/api/replay/branch?ply=${ply}`, { method: 'POST', body: text });

const answers = new Map<string, Promise<unknown>>();
// What the page asks for first came with it.
for (const { dataset, textContent } of document.querySelectorAll<HTMLElement>('script[data-address]'))
  answers.set(dataset.address!, Promise.resolve(JSON.parse(textContent)));
/** Ask for what does not change while the page is open: only the first time, or again after a failure. */
function once<T>(path: string, fetches: (path: string) => Promise<T> = json): Promise<T> {
  let promise = answers.get(path) as Promise<T> | undefined;
  if (!promise) {
    promise = fetches(path);
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
/** The best results of a level, of a day or of all time; they change, so they are asked for each time. */
export const bestTable = (game: string, of: { level: string; day: string; helped: boolean; from: number }) => {
  const query = new URLSearchParams({ level: of.level, day: of.day, helped: of.helped ? '1' : '', from: `${of.from}` });
  return json<BestTable>(`/api/games/${game}/table?${query}`);
};
export const ratingsOf = (game: string, pace: string): Promise<RatingCard[]> =>
  json(`/api/games/${game}/ratings?pace=${pace}`);
export const ratingsOfRoom = (room: string): Promise<SeatRating[]> =>
  json(`/api/rooms/${encodeURIComponent(room)}/ratings`);
/** The level that the visitor has the fairest chance at. */
export const suggestedLevel = (game: string): Promise<NextLevel> => json(`/api/games/${game}/next`);
export const dayOf = (game: string): Promise<DayCard> => json(`/api/games/${game}/day`);
/** How a game is played: verbs as short scenes, tips, terms. */
export const guideOf = (game: string): Promise<GuidePage> => once(`/api/games/${game}/guide`);
export const lessonOf = (game: string): Promise<LessonCard[]> => once(`/api/games/${game}/lesson`);
const askLesson = <T>(game: string, step: number, play: LessonPlay): Promise<T> =>
  json(`/api/games/${game}/lesson/${step}`, { method: 'POST', body: JSON.stringify(play) });
/** A step of a lesson, from 1, after these actions. */
export const playLesson = (game: string, step: number, actions: number[]): Promise<LessonPosition> =>
  askLesson(game, step, { actions });
export const previewLesson = (game: string, step: number, actions: number[], action: number, then: number[]) =>
  askLesson<Preview>(game, step, { actions, ask: 1, action, then });
/** The address of a page to print: the game's own sheet, or a level; in the paper that is usual where the reader is. */
export function paperOf(game: string, level = ''): string {
  const size = /-(US|CA|MX|PH)$/.test(navigator.language) ? 'letter' : 'a4';
  return `/api/games/${game}/paper.pdf?paper=${size}${level && `&level=${encodeURIComponent(level)}`}`;
}
/** A game's drawings, or those of another look. */
export const drawingsOf = (game: string, look = ''): Promise<string> =>
  once(`/api/games/${game}/theme${look && `-${look}`}.svg`, async (path) => (await ask(path)).text());
