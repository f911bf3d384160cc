/**
 * The hall without a connection: the pages, and the levels and matches that were looked at, open as they were.
 *
 * `build.py` puts in the names of the built files. Another build is another version: it replaces what the old one kept
 * of itself. What is on the net is always asked for first, but for files whose names change with what is in them.
 */
const VERSION = 'BUILD';
const FILES = ['FILES'];
const SHELL = `gridhall-shell-${VERSION}`;
const VISITED = 'gridhall-visited';
const MOST = 300; // answers that are kept
const ANSWERS = /^\/api\/(games(\/[^/]+(\/(theme(-[^/]+)?\.svg|show|levels\/[^/]+))?)?|match\/[^/]+)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((shell) => shell.addAll(['/', ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('gridhall-') && name !== SHELL && name !== VISITED;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // What is for one person only is not kept, nor is anything that changes the hall.
  const isOwn = request.headers.has('x-seat') || request.headers.has('authorization');
  if (request.method !== 'GET' || origin !== self.location.origin || isOwn) return;
  if (FILES.includes(pathname)) event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  else if (request.mode === 'navigate') event.respondWith(fromNet(request, SHELL, '/'));
  else if (ANSWERS.test(pathname)) event.respondWith(fromNet(request, VISITED));
});

/** The net's answer, which is kept; without a connection the one that was kept, or that of another address. */
async function fromNet(request, name, otherwise = '') {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.put(request, answer.clone());
      const kept = name === VISITED ? await cache.keys() : [];
      for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await cache.delete(old);
    }
    return answer;
  } catch (error) {
    const kept = (await cache.match(request)) ?? (otherwise && (await cache.match(otherwise)));
    if (kept) return kept;
    throw error;
  }
}
