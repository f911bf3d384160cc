/** What a table is given by its page. */
import type { Snippet } from 'svelte';
import type { Reason } from '../generated/messages';
import type { Choice, Frame, Preview, Scene } from '../scene';
import type { Chosen, Stroke } from '../storage';
import type { Ending } from './ending';

export interface TableProps {
  game: string;
  /** The scene that is drawn. */
  scene: Scene;
  /** The newest scene, which the one drawn may still be on its way to: its choices are those that count. */
  newest?: Scene | null;
  /** Whether the choices may be played now. */
  active?: boolean;
  /** Whether they may be soon: an act is on its way, or a film is shown. What is typed meanwhile waits in `typed`. */
  pending?: boolean;
  /** Whether a film is shown, that is, steps which are watched. */
  film?: boolean;
  /** Whether also what is clicked meanwhile waits: where moves can be taken back. */
  hasty?: boolean;
  /** Changes whenever there is something new to choose; without it, with every scene. */
  position?: unknown;
  /** What was typed too early, oldest first. */
  typed?: Stroke[];
  ontyped?: (typed: Stroke[]) => void;
  /** How far a choice of several steps had come when the page was left. */
  chosen?: Chosen | null;
  onchosen?: (chosen: Chosen | null) => void;
  duel?: boolean;
  /** Milliseconds of a slow step, for the pieces' travel. */
  tick?: number;
  /** Whether the connection is lost. */
  cut?: boolean;
  /** Said instead of the scene's own sentence. */
  status?: string;
  said?: string;
  alert?: { text: string; danger?: boolean } | null;
  log?: { at?: string; text: string }[];
  /** The rulings behind sentences of the game, for whoever asks why. */
  reasons?: Reason[];
  /** The action that a hint names; -1 if none does. */
  hinted?: number;
  /** A whole plan that a hint suggests, shown on the board until something else is pointed at. */
  suggestion?: Preview | null;
  /** What a choice would do. */
  ask?: (choice: Choice) => Promise<Preview | null>;
  frames?: () => Promise<Frame[] | null>;
  onplay?: (choice: Choice) => void;
  /** What the game is about; shown until something has happened. */
  aim?: string;
  /** Whether to say how choices are made. */
  first?: boolean;
  /** New input finishes what is still moving. */
  oninput?: () => void;
  onkey?: (event: { key: string }) => boolean;
  above?: Snippet;
  below?: Snippet;
  tools?: Snippet;
  /** How it ended, once that has been shown; it is spoken. */
  ending?: Ending | null;
  end?: Snippet;
  notes?: Snippet;
  bar?: Snippet;
}

/** The hand that points or chooses. */
export type Hand = 'mouse' | 'touch' | 'keys';

/** The keyboard's cursor on the boards. */
export interface Cursor {
  focusCell(cell: number, layer?: number): void;
  moveCursor(key: string): boolean;
  hasFocus(): boolean;
  zoom(key: string): boolean;
  focused(): { cell: number; layer: number } | undefined;
}
