/** Pages that are fetched when they are first wanted, so that the hall is there sooner. */
import type { Component } from 'svelte';
import type { Place } from '../route.svelte';

interface Address {
  /** The room, match or game that the address names, and the text of a record that was opened. */
  id: string;
  game: string;
  text: string;
}
type Fetch = () => Promise<{
  default: Component<Address> | Component<Pick<Address, 'game'>> | Component<Pick<Address, 'id'>> | Component;
}>;

/** All but those that come with the first load. */
type Later = Exclude<Place['page'], 'hall' | 'game' | 'lost'>;

export const later: Record<Later, Fetch> = {
  play: () => import('./PlayPage.svelte'),
  learn: () => import('./LessonPage.svelte'),
  edit: () => import('./EditPage.svelte'),
  table: () => import('../rankings/TablePage.svelte'),
  room: () => import('./RoomPage.svelte'),
  match: () => import('./ReplayPage.svelte'),
  record: () => import('./ReplayPage.svelte'),
  person: () => import('../people/PersonPage.svelte'),
  account: () => import('../people/AccountPage.svelte'),
  'sign-in': () => import('../people/SignInPage.svelte'),
  link: () => import('../people/LinkPage.svelte'),
  privacy: () => import('../people/PrivacyPage.svelte'),
};

/** Fetch a page's code before it is wanted; a page that cannot be fetched says so itself. */
export async function fetchAhead(page: Place['page']): Promise<void> {
  if (page in later) await later[page as Later]().catch(() => undefined);
}
