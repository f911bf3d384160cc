/** The line to the hall: what the browser knows of the network counts at once. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Line } from '../src/room/line.svelte';

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  onopen = (): void => undefined;
  close = vi.fn();
  send = vi.fn();

  constructor() {
    FakeSocket.made.push(this);
  }
}

let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  FakeSocket.made = [];
  vi.useFakeTimers(); // so that nothing happens because time has passed
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'hall' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

async function liveLine(lost: () => void): Promise<Line> {
  const { Line } = await import('../src/room/line.svelte');
  const line = new Line({ greeting: () => ({ type: 'ping' }), received: () => undefined, lost });
  line.connect();
  line.joined();
  return line;
}

test('a page without a network says at once that the line is cut', async () => {
  const lost = vi.fn();
  const line = await liveLine(lost);
  page.dispatchEvent(new Event('offline'));
  expect(line.link).toBe('lost');
  expect(lost).toHaveBeenCalledOnce();
  expect(FakeSocket.made[0]!.close).toHaveBeenCalledOnce();
});

test('it comes back as soon as there is a network again', async () => {
  await liveLine(() => undefined);
  page.dispatchEvent(new Event('offline'));
  expect(FakeSocket.made).toHaveLength(1);
  page.dispatchEvent(new Event('online'));
  expect(FakeSocket.made).toHaveLength(2);
});

test('a line that is closed hears no more of it', async () => {
  const line = await liveLine(() => undefined);
  line.close();
  page.dispatchEvent(new Event('offline'));
  page.dispatchEvent(new Event('online'));
  expect(FakeSocket.made).toHaveLength(1);
});
