/** What this browser keeps: the names, and what each holds. */
import type { Guest, Key, RoomCard, Scene, Step, ToServer, Update } from '../generated/messages';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'full' | 'less';
  sound: boolean;
  labels: boolean; // the names of rows and columns at a board's edge
  taps: 'auto' | 'one' | 'two'; // how many play, on a touch screen
  speed: number; // of films and replays
  others: boolean; // show the boards that are not in focus
  known: boolean; // show paths that are known of pieces
  turned: boolean; // whoever sits at the far side of a board sees it turned
  asks: boolean; // once more before a choice that loses
}

/** How a match of this visitor's ended. Of matches that version 1 kept, moves, seconds and facts are not known. */
export interface Result {
  room: string; // "" if it is not known any more
  level: string; // a shipped level's name, or ""
  title: string;
  lines: string[];
  won?: boolean;
  stars: number; // -1: the game gives none
  counts: boolean; // it has a place in the game's table
  open: boolean; // of a seed somebody chose: the first attempt counts
  seed: string;
  moves?: number;
  seconds?: number;
  undone?: number;
  points?: number; // that are summed over a ladder
  mark?: string; // perfect: in the fewest moves that are possible; near: almost
  facts?: Record<string, number>; // those the game's ranking names
  rank?: number[]; // version 1: their values in the ranking's order, more is better
}

/** Whom the hall knew last: shown until it has answered. */
export interface Known {
  name: string;
  claimed: boolean;
}

/** A level in the editor, with its former texts. */
export interface Draft {
  text: string;
  past: string[];
}

/** What is kept for good, by name. */
export interface Kept {
  settings: Settings;
  looks: Record<string, string>; // the look of a game's board that somebody has chosen, by game
  guest: Guest | null; // what versions before accounts kept: the token is changed for a cookie
  visitor: Known | null; // whom the hall knows by its cookie
  offered: boolean; // to keep what was won under a name
  seats: Record<string, Key[]>; // by room; the secret opens the seat from any device
  results: Record<string, Result[]>; // by game
  drafts: Record<string, Draft>; // of levels, by game
  unfinished: RoomCard | null; // the match that the hall offered to go on with last time
  tried: string; // the room in which the draft of the editor is played
  learnt: string[]; // games whose lesson was taken or skipped
}

export type Act = Extract<ToServer, { number: number }>;

/** A key that was typed, or a cell or choice that was picked, before it could be played. `film`: while a film ran. */
export type Stroke =
  | { key: string; code: string; shiftKey: boolean; film: boolean }
  | { cell: number; layer: number; keys: boolean }
  | { word: string };

/** How far a choice of several steps has come; `among` says between which choices. */
export interface Chosen {
  among: string;
  piece: string;
  group: string;
  typed: string;
}

/** What a room waits with: acts that the hall has not confirmed, and what was typed after them. */
export interface Unsent {
  acts: Act[];
  numbers: Record<string, number>; // of each seat's last act, with those that are not confirmed
  typed: Stroke[];
  chosen: Chosen | null;
}

/** A step that waits to be shown. */
export interface Queued {
  step: Step;
  several: boolean; // it is one of more than two that came together
  at: number; // the number of its move; 0 if that is not told
}

/** What a seat has not been shown yet. */
export interface Unseen {
  seat: number;
  at: number;
  moves: number;
  acting: number[];
  shown: Scene;
  tick: number;
  paused: boolean;
  /** When the moment that is shown ends, in milliseconds since 1970; 0 or none: it has its whole time again. */
  due?: number;
  queue: Queued[];
  later: Update[];
  lines: { at: string; text: string }[];
}

/** What a room had still to show; `looking` is the seat whose view the screen had. */
export interface Film {
  room: string;
  looking: number;
  views: Unseen[];
}

/** What lasts as long as the tab, by name. */
export interface KeptByTab {
  unsent: Record<string, Unsent>; // by room
  film: Film | null;
}
