/** What a page asks the hall, each question with a number by which its answer is known. */
import type { Frame, Hinted, Preview, ToServer } from '../generated/messages';

export class Questions {
  private count = 0;
  private readonly open = new Map<number, (answer: unknown) => void>();
  /** Questions that somebody asked by pressing a button: a refusal of one is told. */
  private readonly spoken = new Set<number>();
  private readonly previews = new Map<string, Promise<Preview | null>>();

  /** `send` says whether the question could be sent. */
  constructor(private readonly send: (question: ToServer) => boolean) {}

  private ask<T>(make: (ask: number) => ToServer, isSpoken = false): Promise<T | null> {
    const ask = ++this.count;
    if (isSpoken) this.spoken.add(ask);
    return new Promise((resolve) => {
      this.open.set(ask, resolve as (answer: unknown) => void);
      if (!this.send(make(ask))) this.answer(ask, null);
    });
  }

  answer(ask: number, answer: unknown): void {
    this.open.get(ask)?.(answer);
    this.open.delete(ask);
    this.spoken.delete(ask);
  }

  /** There is no answer; true if whoever asked must be told why. */
  refuse(ask: number): boolean {
    const isSpoken = this.spoken.has(ask);
    this.answer(ask, null);
    return isSpoken;
  }

  /** Nothing that was asked will be answered any more. */
  giveUp(): void {
    for (const ask of [...this.open.keys()]) this.answer(ask, null);
    this.forget();
  }

  /** The scene has changed: what choices would do must be asked anew. */
  forget(): void {
    this.previews.clear();
  }

  /** What a choice would do; asked once a scene. */
  preview(seat: number, at: number, action: number, then: number[] = []): Promise<Preview | null> {
    const key = `${seat}/${at}/${[action, ...then].join()}`;
    const asked = this.previews.get(key);
    if (asked) return asked;
    const more = then.length ? { then } : {};
    const preview = this.ask<Preview>((ask) => ({ type: 'preview?', seat, ask, action, ...more }));
    this.previews.set(key, preview);
    return preview;
  }

  frames(seat: number): Promise<Frame[] | null> {
    return this.ask((ask) => ({ type: 'timeline?', seat, ask }));
  }

  hint(seat: number): Promise<Hinted | null> {
    return this.ask((ask) => ({ type: 'hint?', seat, ask }), true);
  }

  /** Whether a puzzle can no longer be won; it counts as help only if that is so. */
  warning(seat: number): Promise<Hinted | null> {
    return this.ask((ask) => ({ type: 'hint?', seat, ask, warn: true }));
  }
}
