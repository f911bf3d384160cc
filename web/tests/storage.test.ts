import { beforeEach, describe, expect, it, vi } from 'vitest';
import left from '../../tests/browser/storage_1.0.0.json';

/** A storage as browsers have it; no code of the client. */
class Memory {
  readonly items = new Map<string, string>();
  getItem = (name: string) => this.items.get(name) ?? null;
  setItem = (name: string, value: string) => void this.items.set(name, value);
  removeItem = (name: string) => void this.items.delete(name);
}

let local: Memory;
beforeEach(() => {
  local = new Memory();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', new Memory());
  vi.resetModules();
});

describe('storage', () => {
  it('reads rubbish as if it were not there', async () => {
    local.items.set('gridhall.settings', '{"speed": "fast", "theme": "dark"}');
    local.items.set('gridhall.seats', '{"room": [{"seat": 1, "secret": "s"}, {"seat": "x"}], "other": 3}');
    local.items.set('gridhall.guest', 'no JSON');
    const { read } = await import('../src/storage');
    expect(read('settings')).toMatchObject({ speed: 1, theme: 'dark', sound: false, asks: true });
    expect(read('seats')).toEqual({ room: [{ seat: 1, secret: 's' }] });
    expect(read('guest')).toBeNull();
  });

  it('writes what it reads, under the names of before', async () => {
    const { VERSION, read, write, writeByTab, readByTab } = await import('../src/storage');
    expect(write('tried', 'room')).toBe(true);
    expect(local.items.get('gridhall.tried')).toBe('"room"');
    expect(local.items.get('gridhall.version')).toBe(String(VERSION));
    expect(read('tried')).toBe('room');
    writeByTab('film', null);
    expect(readByTab('film')).toBeNull();
  });

  it('keeps in memory what a full storage refuses', async () => {
    const { read, write } = await import('../src/storage');
    local.setItem = () => {
      throw new Error('full');
    };
    expect(write('tried', 'room')).toBe(false);
    expect(read('tried')).toBe('room');
  });

  it('takes over what 1.0.0 left', async () => {
    for (const [name, value] of Object.entries(left.results)) local.items.set(name, value);
    const { read } = await import('../src/storage');
    const walkthrough = read('results').phase_shift.find(({ level }) => level === 'walkthrough');
    expect(walkthrough).toMatchObject({ stars: 3, title: 'Solved', won: true });
    expect(local.items.has('gridhall.played') || local.items.has('gridhall.best')).toBe(false);
  });
});
