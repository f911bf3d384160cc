/** Hand a link on. */
import { tab } from './parts/header.svelte';
import { notify } from './toast.svelte';

export async function copy(url: string, done = 'The link is copied.'): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    notify(done);
  } catch {
    notify(url);
  }
}

/** The link to a shipped level: it opens to be played. */
export const levelLink = (game: string, level: string): string =>
  `${location.origin}/g/${game}/play?level=${encodeURIComponent(level)}`;

const LONGEST = 4000; // letters that a server is told in an address
/** The link to a level that it carries itself; a long one is told to nobody but who opens it. */
export const textLink = (game: string, code: string): string =>
  `${location.origin}/g/${game}/play${code.length > LONGEST ? '#' : '?'}text=${code}`;

/** By the phone's own means, else by the clipboard. */
export async function share(url: string): Promise<void> {
  if (navigator.share && matchMedia('(hover: none)').matches)
    await navigator.share({ title: tab.title, url }).catch(() => undefined);
  else await copy(url);
}
