/** Who visits from this browser: the hall knows them by a cookie. What is asked of it with that is here. */
import { Refused, beginSession, makeBranch, makeBranchOfText, makeRoom, ownRooms as roomsOfVisitor } from './api';
import type { MakeRoom, Me, RoomCard, RoomMade } from './generated/messages';
import { keepKeys } from './seats';
import { read, write } from './storage';

let arriving: Promise<void> | null = null;

/** See to it that the hall knows this visitor, as a guest if as nobody else. */
export function visitor(): Promise<void> {
  if (read('visitor')) return Promise.resolve();
  arriving ??= beginSession(read('guest')?.token ?? '').then(keepVisitor);
  arriving.catch(() => (arriving = null));
  return arriving;
}

/** Take note of who the hall says this is. A token that an earlier version kept is in the cookie now. */
export function keepVisitor(me: Me): void {
  arriving = null;
  write('guest', null);
  write('visitor', me.id ? { name: me.name ?? '', claimed: me.claimed ?? false } : null);
}

export function isKnownVisitor(): boolean {
  return read('visitor') !== null || read('guest') !== null;
}

/** Ask as this visitor; one whom the hall no longer knows is a new guest, once. */
export async function asVisitor<T>(ask: () => Promise<T>): Promise<T> {
  try {
    await visitor();
    return await ask();
  } catch (error) {
    if (!(error instanceof Refused) || error.failure.code !== 'no_guest') throw error;
    write('visitor', null);
    arriving = null;
    await visitor();
    return ask();
  }
}

/** Make a room and keep the keys of the seats that one has in it. */
export async function openRoom(wish: MakeRoom): Promise<RoomMade> {
  const room = await asVisitor(() => makeRoom(wish));
  keepKeys(room.room, room.keys);
  return room;
}

/** Go on from a ply of a room's match, or of a record's text, in a room of its own. */
export async function openBranch(from: { room: string } | { text: string }, ply: number, seat = 0): Promise<RoomMade> {
  const room = await asVisitor(() =>
    'room' in from ? makeBranch(from.room, ply, seat) : makeBranchOfText(from.text, ply),
  );
  keepKeys(room.room, room.keys);
  return room;
}

export const ownRooms = (): Promise<RoomCard[]> => asVisitor(roomsOfVisitor);
