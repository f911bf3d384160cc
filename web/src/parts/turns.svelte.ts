/**
 * The parts of something large, drawn one after the other, each in a task of its own: a slow device shows the first at
 * once and answers in between. `{#if turns.at > 1}` is the second part after the first.
 */
export class Turns {
  at = $state(0);

  /** Call this while a component is made; `last` is the number of parts after the first. */
  constructor(last: number) {
    $effect(() => {
      // A message is a task that waits for no clock.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        if (++this.at < last) port2.postMessage(null);
        else port1.close();
      };
      port2.postMessage(null);
      return () => port1.close();
    });
  }
}
