/**
 * The parts of something large, drawn one after the other, each in a task of its own: a slow device shows the first at
 * once and answers in between. `{#if turns.at > 1}` is the second part after the first.
 */
export class Turns {
  at = $state(0);

  /** Call this while a component is made; `last` is the number of parts after the first. */
  constructor(last: number) {
    let timer = 0;
    const next = () => {
      if (++this.at < last) timer = setTimeout(next);
    };
    $effect(() => {
      timer = setTimeout(next);
      return () => clearTimeout(timer);
    });
  }
}
