/** Who visits from this browser: their token, kept for good, and what is asked of the hall with it. */
import { Refused, makeRoom, newGuest, roomsOf } from './api';
import type { Guest, MakeRoom, RoomCard, RoomMade } from './generated/messages';
import { keepKeys } from './seats';
import { read, write } from './storage';

let arriving: Promise<Guest> | null = null;

/** This visitor's token; made when it is first needed. */
export function visitor(): Promise<Guest> {
  const known = read('guest');
  if (known) return Promise.resolve(known);
  arriving ??= newGuest().then((guest) => {
    write('guest', guest);
    return guest;
  });
  arriving.catch(() => (arriving = null));
  return arriving;
}

export function isKnownVisitor(): boolean {
  return read('guest') !== null;
}

/** Ask with the visitor's token; a token the hall no longer knows is replaced once. */
async function withToken<T>(ask: (token: string) => Promise<T>): Promise<T> {
  try {
    return await ask((await visitor()).token);
  } catch (error) {
    if (!(error instanceof Refused) || error.failure.code !== 'no_guest') throw error;
    write('guest', null);
    arriving = null;
    return ask((await visitor()).token);
  }
}

/** Make a room and keep the keys of the seats that one has in it. */
export async function openRoom(wish: MakeRoom): Promise<RoomMade> {
  const room = await withToken((token) => makeRoom(token, wish));
  keepKeys(room.room, room.keys);
  return room;
}

export const ownRooms = (): Promise<RoomCard[]> => withToken(roomsOf);
