/** What a page waits for is of no interest any more when the page was left. */
import { onDestroy } from 'svelte';

/** Call this while a component is made. What it returns lets a promise come true only while the component is there. */
export function staying(): <T>(promise: Promise<T>) => Promise<T> {
  let here = true;
  onDestroy(() => (here = false));
  return (promise) =>
    new Promise((resolve, reject) => {
      promise.then(
        (value) => here && resolve(value),
        (error: unknown) => here && reject(error as Error),
      );
    });
}
