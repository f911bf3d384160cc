/** What follows at a table when something changes: each effect is one sentence of the form "when this, then that". */
import { untrack } from 'svelte';
import type { TableInput } from './input.svelte';
import type { TableProps } from './props';

/** Call this while a component is made; `props` are read anew each time. */
export function followTable(input: TableInput, props: TableProps): void {
  const { chooser, pointing, scrubber } = input;
  // Another scene, or other choices: what was pointed at, tapped once or scrubbed to is forgotten, and so is a chosen
  // piece that can do nothing any more.
  $effect(() => {
    void [props.scene, input.choices];
    untrack(() => {
      pointing.clear();
      scrubber.reset();
      chooser.letGo();
    });
  });
  const position = $derived(props.position ?? props.scene);
  $effect(() => {
    void position;
    untrack(() => chooser.settle());
  });
  // A choice of several steps goes on where it was when the page was left.
  let unfinished = untrack(() => props.chosen);
  $effect(() => {
    const { active, onchosen } = props;
    if (active && unfinished) untrack(() => chooser.resume(unfinished!));
    if (active) unfinished = null;
    const { chosen } = chooser;
    if (active) untrack(() => onchosen?.(chosen));
  });
  $effect(() => {
    if (props.active && !input.question && props.typed?.length) untrack(() => input.playTyped());
  });
  // The table is left: its ticks no longer run.
  $effect(() => () => scrubber.stop());
  // What was asked for goes before what the mouse happens to rest on.
  $effect(() => {
    if (props.alert) untrack(() => (pointing.pointed = pointing.preview = null));
  });
}
