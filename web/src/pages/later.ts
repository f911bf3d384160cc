/** Pages that are fetched when they are first wanted, so that the hall is there sooner. */
import type { Component } from 'svelte';

interface Address {
  /** The room, match or game that the address names, and the text of a record that was opened. */
  id: string;
  game: string;
  text: string;
}
type Fetch = () => Promise<{
  default: Component<Address> | Component<Pick<Address, 'game'>> | Component<Pick<Address, 'id'>> | Component;
}>;

type Later =
  | 'play'
  | 'learn'
  | 'edit'
  | 'table'
  | 'room'
  | 'match'
  | 'record'
  | 'person'
  | 'account'
  | 'sign-in'
  | 'link'
  | 'privacy';

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
