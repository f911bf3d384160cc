/**
 * The games' symbols: each theme.svg is fetched once and its symbols are put into the page as `game-kind`. A game may
 * offer other looks of its board: further files with the symbols and colours that differ, `game.look-kind`.
 */
import { drawingsOf } from './api';
import { read, write } from './storage';

const loading = new Map<string, Promise<void>>();
/** What each game, or a look of it, draws, by kind: a symbol, or nothing but plain floor. */
const symbols = $state<Record<string, Record<string, 'symbol' | 'floor'>>>({});
/** The colours of each look as declarations of CSS. */
const colours = $state<Record<string, string>>({});
/** The look that this visitor has chosen, by game. */
const looks = $state(read('looks'));

/** The chosen look of a game's board; "" is the usual one. */
export function lookOf(game: string): string {
  return looks[game] ?? '';
}

export async function chooseLook(game: string, look: string): Promise<void> {
  if (look) await load(game, look);
  looks[game] = look;
  write('looks', $state.snapshot(looks));
}

/** The colours of a game's board where they differ from the page's, as declarations of CSS. */
export function coloursOf(game: string): string {
  return colours[`${game}.${lookOf(game)}`] ?? '';
}

/** Whether a kind is nothing but plain floor, which the board draws itself, with its grid lines. */
export function isFloor(game: string, kind: string): boolean {
  return symbols[game]?.[kind] === 'floor';
}

export function symbolId(game: string, kind: string): string {
  const look = `${game}.${lookOf(game)}`;
  return symbols[look]?.[kind] ? idOf(look, kind) : idOf(game, kind);
}

function idOf(theme: string, kind: string): string {
  return `${theme}-${kind}`;
}

/** Whether a game draws this kind; false until its theme is there. */
export function hasSymbol(game: string, kind: string): boolean {
  return symbols[game]?.[kind] !== undefined;
}

export function themeReady(game: string): boolean {
  return game in symbols;
}

/** Fetch a game's drawings, and those of the look that was chosen for it, which may be gone. */
export async function loadTheme(game: string): Promise<void> {
  const look = lookOf(game);
  const chosen = look ? load(game, look).catch(() => undefined) : undefined;
  await Promise.all([load(game), chosen]);
}

/** Fetch a game's theme once, or another look of it. */
function load(game: string, look = ''): Promise<void> {
  const name = look ? `${game}.${look}` : game;
  let promise = loading.get(name);
  if (!promise) {
    promise = drawingsOf(game, look).then((text) => inject(name, text));
    promise.catch(() => loading.delete(name));
    loading.set(name, promise);
  }
  return promise;
}

function inject(name: string, text: string): void {
  const theme = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const drawn: Record<string, 'symbol' | 'floor'> = {};
  const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  sheet.setAttribute('aria-hidden', 'true');
  sheet.setAttribute('width', '0');
  sheet.setAttribute('height', '0');
  sheet.style.position = 'absolute';
  for (const element of theme.querySelectorAll('script, foreignObject, style')) element.remove();
  for (const element of theme.querySelectorAll('*')) {
    if (element.id) {
      if (element.tagName === 'symbol') drawn[element.id] = isPlain(element) ? 'floor' : 'symbol';
      element.id = idOf(name, element.id);
    }
    for (const attribute of [...element.attributes]) {
      if (attribute.name.startsWith('on')) element.removeAttribute(attribute.name);
      else if (attribute.value.includes('url(#'))
        attribute.value = attribute.value.replaceAll('url(#', `url(#${name}-`);
      else if (attribute.localName === 'href' && attribute.value.startsWith('#'))
        attribute.value = `#${name}-${attribute.value.slice(1)}`;
    }
  }
  for (const child of [...theme.children]) sheet.append(document.importNode(child, true));
  document.body.prepend(sheet);
  const pairs = (theme.dataset.colours ?? '').matchAll(/([\w-]+) (#[0-9a-f]{6})\b/gi);
  colours[name] = [...pairs].map(([, variable, colour]) => `--${variable}: ${colour}`).join('; ');
  symbols[name] = drawn;
}

function isPlain(symbol: Element): boolean {
  const [only, ...more] = symbol.children;
  return (
    !only ||
    (more.length === 0 &&
      only.tagName === 'rect' &&
      (only.getAttribute('fill') ?? '').includes('--floor') &&
      !only.hasAttribute('stroke'))
  );
}
