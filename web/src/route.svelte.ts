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

function read(): Place {
  const path = location.pathname.replace(/\/+$/, '') || '/';
  const hash = location.hash.slice(1);
  const [, head, id, more, rest] = path.split('/');
  if (path === '/') return { page: 'hall', id: '', hash };
  if (head.startsWith('@') && head.length > 1 && !id)
    return { page: 'person', id: decodeURIComponent(head.slice(1)), hash };
  for (const page of ['account', 'sign-in', 'link', 'privacy'] as const)
    if (path === `/${page}`) return { page, id: '', hash };
  if (path === '/record') return { page: 'record', id: '', hash };
  if (head === 'g' && id && (more === 'edit' || more === 'play' || more === 'learn' || more === 'table') && !rest)
    return { page: more, id: decodeURIComponent(id), hash };
  const page = ({ g: 'game', r: 'room', m: 'match' } as const)[head as 'g' | 'r' | 'm'];
  return page && id && !more ? { page, id: decodeURIComponent(id), hash } : { page: 'lost', id: '', hash };
}

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
