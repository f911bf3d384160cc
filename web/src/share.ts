/** Hand a link on. */
import { notify } from './toast.svelte';

export async function copy(url: string, done = 'The link is copied.'): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    notify(done);
  } catch {
    notify(url);
  }
}

/** By the phone's own means, else by the clipboard. */
export async function share(url: string): Promise<void> {
  if (navigator.share && matchMedia('(hover: none)').matches)
    await navigator.share({ title: document.title, url }).catch(() => undefined);
  else await copy(url);
}
