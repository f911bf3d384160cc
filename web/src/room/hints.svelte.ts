/** Advice from the hall: a good move, the odds of each choice, or that a puzzle can no longer be won. */
import type { Hinted } from '../generated/messages';
import { wayTo } from '../scene';
import { sentence } from '../sentence';
import type { RoomSession } from './session.svelte';

const PAUSE = 4000; // milliseconds without a move until the hall is asked whether all is lost

export class Hints {
  hint = $state.raw<Hinted | null>(null);
  thinking = $state(false);
  private asked: Promise<Hinted | null> = Promise.resolve(null); // one question after the other

  /** Call this while a component is made. */
  constructor(private readonly session: RoomSession) {
    $effect(() => this.warnAfterPause());
  }

  private request(question: () => Promise<Hinted | null>): Promise<Hinted | null> {
    return (this.asked = this.asked.then(question));
  }

  async ask(): Promise<void> {
    const { view, room, isOver, isToMove, connection, stay } = this.session;
    if (!view || !room?.hints || this.thinking || isOver) return;
    if (!isToMove) {
      this.session.refuse('A hint is for your own turn.');
      return;
    }
    view.playback.finish();
    const position = view.position + view.waiting.length; // what is on its way is played before the hall is asked
    this.thinking = true;
    const hint = await stay(this.request(() => connection.questions.hint(view.seat)));
    this.thinking = false;
    if (this.session.view === view && view.position === position) this.hint = hint;
  }

  /** Warn somebody who has not moved for a while, if the puzzle can no longer be won. */
  private warnAfterPause(): (() => void) | undefined {
    const { view, room, active, connection, stay } = this.session;
    if (!view || !active || !room?.hints || !room.puzzle || view.moves < 1) return undefined;
    const { at, seat } = view;
    const timer = setTimeout(async () => {
      const hint = await stay(this.request(() => connection.questions.warning(seat)));
      if (hint?.lost && this.session.view?.at === at && !this.hint) this.hint = hint;
    }, PAUSE);
    return () => clearTimeout(timer);
  }

  /** The advice in a sentence; odds are shown as a table instead. */
  readonly alert = $derived.by<{ text: string; danger?: boolean } | null>(() => {
    const { hint, session } = this;
    if (this.thinking) return { text: session.weighs ? 'Working out the odds …' : 'Looking for a good move …' };
    if (!hint || hint.odds?.length) return null;
    if (hint.plan?.length) {
      const plan = hint.plan.join(', ');
      return { text: hint.preview ? `A good plan: ${plan}.` : `Your plan is as good as the machine’s: ${plan}.` };
    }
    if (hint.lost) return { text: sentence(hint.text || 'this can no longer be won'), danger: true };
    const [scene, choice] = [session.view?.scene, session.choiceOf(hint.action)];
    const name = scene && choice ? wayTo(scene, choice) : hint.word;
    const more = (hint.text ?? '')
      .replace(hint.word ?? '', '')
      .trim()
      .replace(/^\((.*)\)$/, '$1');
    if (name) return { text: sentence(`Try ${name}${more && ': '}${more}`) };
    const none = session.weighs ? 'there is nothing to choose between now' : 'no hint is known here';
    return { text: sentence(hint.text || none) };
  });
}
