/** The games' symbols: each theme.svg is fetched once and its symbols are put into the page as `game-kind`. */
const loading = new Map<string, Promise<void>>();
const symbols = $state<Record<string, Record<string, boolean>>>({});
const floors = new Map<string, Set<string>>();

/** Whether a kind is nothing but plain floor, which the board draws itself, with its grid lines. */
export function isFloor(game: string, kind: string): boolean {
  return floors.get(game)?.has(kind) === true;
}

export function symbolId(game: string, kind: string): string {
  return `${game}-${kind}`;
}

/** Whether a game draws this kind; false until its theme is there. */
export function hasSymbol(game: string, kind: string): boolean {
  return symbols[game]?.[kind] === true;
}

export function themeReady(game: string): boolean {
  return game in symbols;
}

export function loadTheme(game: string, address: string): Promise<void> {
  let promise = loading.get(game);
  if (!promise) {
    promise = fetch(address).then(async (reply) => {
      if (!reply.ok) throw new Error(`the drawings of this game could not be loaded (${reply.status})`);
      inject(game, await reply.text());
    });
    promise.catch(() => loading.delete(game));
    loading.set(game, promise);
  }
  return promise;
}

function inject(game: string, text: string): void {
  const theme = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const drawn: Record<string, boolean> = {};
  const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  sheet.setAttribute('aria-hidden', 'true');
  sheet.setAttribute('width', '0');
  sheet.setAttribute('height', '0');
  sheet.style.position = 'absolute';
  for (const element of theme.querySelectorAll('script, foreignObject, style')) element.remove();
  for (const element of theme.querySelectorAll('*')) {
    if (element.id) {
      if (element.tagName === 'symbol') drawn[element.id] = true;
      element.id = symbolId(game, element.id);
    }
    for (const attribute of [...element.attributes]) {
      if (attribute.name.startsWith('on')) element.removeAttribute(attribute.name);
      else if (attribute.value.includes('url(#'))
        attribute.value = attribute.value.replaceAll('url(#', `url(#${game}-`);
      else if (attribute.localName === 'href' && attribute.value.startsWith('#'))
        attribute.value = `#${game}-${attribute.value.slice(1)}`;
    }
  }
  for (const child of [...theme.children]) sheet.append(document.importNode(child, true));
  floors.set(
    game,
    new Set([...theme.querySelectorAll('symbol')].filter(plain).map((symbol) => symbol.id.slice(game.length + 1))),
  );
  document.body.prepend(sheet);
  symbols[game] = drawn;
}

function plain(symbol: Element): boolean {
  const [only, ...more] = symbol.children;
  return (
    !only ||
    (more.length === 0 &&
      only.tagName === 'rect' &&
      (only.getAttribute('fill') ?? '').includes('--floor') &&
      !only.hasAttribute('stroke'))
  );
}
