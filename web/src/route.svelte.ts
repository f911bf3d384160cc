/** The page that the address names, and how to go to another. */
export interface Place {
  page:
    | 'hall'
    | 'game'
    | 'play'
    | 'learn'
    | 'edit'
    | 'table'
    | 'room'
    | 'match'
    | 'record'
    | 'lost'
    | 'person'
    | 'account'
    | 'sign-in'
    | 'link'
    | 'privacy';
  id: string;
  hash: string;
}

/** Pages with an address of their own, those of a game, and those that have what they are about in their address. */
const SINGLE = ['account', 'sign-in', 'link', 'privacy', 'record'] as const;
const OF_GAME = ['edit', 'play', 'learn', 'table'] as const;
const ABOUT = [
  ['g', 'game'],
  ['r', 'room'],
  ['m', 'match'],
] as const;

/** The words of a path; a path that is no text has none. */
function wordsOf(path: string): string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return ['lost'];
  }
}

function pageOf([head, id = '', more, ...rest]: string[]): { page: Place['page']; id: string } {
  if (!head) return { page: 'hall', id };
  const single = SINGLE.find((name) => name === head);
  if (single && !id) return { page: single, id };
  if (/^@./.test(head) && !id) return { page: 'person', id: head.slice(1) };
  const ofGame = OF_GAME.find((name) => name === more);
  if (head === 'g' && id && ofGame && !rest.length) return { page: ofGame, id };
  const about = ABOUT.find(([letter]) => letter === head);
  return about && id && !more ? { page: about[1], id } : { page: 'lost', id: '' };
}

const read = (): Place => ({ ...pageOf(wordsOf(location.pathname)), hash: location.hash.slice(1) });

export const route = $state<{ now: Place }>({ now: read() });

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  route.now = read();
  scrollTo(0, 0);
  queueMicrotask(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
}

addEventListener('popstate', () => (route.now = read()));

/** Let plain clicks on our own links change the page without loading it again. */
addEventListener('click', (event) => {
  const link = (event.target as Element).closest?.('a');
  const isPlain = !event.button && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || event.defaultPrevented) return;
  const isPage = link.origin === location.origin && !link.pathname.startsWith('/api/');
  if (!isPage || link.target || link.hasAttribute('download')) return;
  if (link.pathname === location.pathname && link.hash) return; // a place on this page
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
