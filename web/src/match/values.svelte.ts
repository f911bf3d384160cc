/** What each position of a match was worth: asked of the hall when somebody wants to know, and coming in bit by bit. */
import type { PlyValue, Valued } from '../generated/messages';
import { errorText, sentence } from '../sentence';
import { turnsOf, valueAt, worthText } from './worth';

export class MatchValues {
  values = $state.raw<PlyValue[]>([]);
  /** Whether they have been asked for. */
  isOpen = $state(false);
  isThinking = $state(false);
  failed = $state('');
  private asking: AbortController | null = null;

  constructor(private readonly ask: (signal: AbortSignal, onvalued: (valued: Valued) => void) => Promise<void>) {}

  open(): void {
    if (this.isOpen) return;
    const asking = (this.asking = new AbortController());
    this.isOpen = this.isThinking = true;
    this.failed = '';
    const heard = ({ values, problem = '' }: Valued): void => {
      if (this.asking !== asking) return;
      this.values = values;
      if (!values.length) this.failed = problem && sentence(problem);
    };
    this.ask(asking.signal, heard)
      .catch((error: unknown) => {
        if (this.asking === asking) this.failed = errorText(error);
      })
      .finally(() => {
        if (this.asking === asking) this.isThinking = false;
      });
  }

  /** Forget them, and let the hall stop. */
  close(): void {
    this.asking?.abort();
    this.asking = null;
    this.isOpen = this.isThinking = false;
    this.values = [];
  }

  /** What a position is worth, as a sentence; "" while that is not known. */
  text(ply: number, players: number): string {
    const value = valueAt(this.values, ply);
    return value ? worthText(value, players) : '';
  }

  turns(players: number) {
    return turnsOf(this.values, players);
  }
}
