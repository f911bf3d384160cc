/** Promises that never come true after the component that waits for them is gone. */
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
