/** A WebSocket to the hall, for a room or the lobby: it notices when it is cut, and comes back by itself. */
import type { ToClient, ToServer } from '../generated/messages';

const PING = 1500; // milliseconds between pings
const DEAD = 4000; // without an answer for so long, the line is cut
const RETRY_AFTER = [0.3, 1, 2, 4, 8, 15]; // seconds until the first, second … try to connect again
const NO_ROOM = 4404; // the code with which the hall closes a line to a room that it does not know

/** `gone`: the hall knows no such room. `old`: the hall is newer than this page, which must be loaded again. */
export type Link = 'connecting' | 'live' | 'lost' | 'gone' | 'old';

interface Listener {
  /** The socket is open; it answers with what is said first. */
  greeting(): ToServer;
  received(message: ToClient): void;
  /** The line is cut; it will be tried again. */
  lost(): void;
}

export class Line {
  link = $state<Link>('connecting');
  /** Seconds until the next try. */
  retryIn = $state(0);
  private socket: WebSocket | null = null;
  private tries = 0;
  /** When the oldest ping without an answer was sent; a sleeping tab sends none. */
  private unanswered = 0;
  private pingTimer = 0;
  private retryTimer = 0;
  private isClosed = false;

  constructor(private readonly listener: Listener) {
    addEventListener('offline', this.wentOffline);
    addEventListener('online', this.cameOnline);
  }

  connect(): void {
    if (this.isClosed) return;
    clearTimeout(this.retryTimer);
    clearInterval(this.pingTimer);
    this.hangUp();
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    this.socket = socket;
    this.unanswered = performance.now();
    socket.onopen = () => {
      if (socket === this.socket) this.send(this.listener.greeting());
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.unanswered = 0;
      this.listener.received(JSON.parse(event.data as string) as ToClient);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.cut(event.code);
    };
    this.pingTimer = setInterval(() => {
      if (this.unanswered && performance.now() - this.unanswered > DEAD) {
        this.giveUp();
      } else if (socket.readyState === WebSocket.OPEN && this.link === 'live') {
        this.unanswered ||= performance.now();
        this.send({ type: 'ping' });
      }
    }, PING);
  }

  connectAfter(milliseconds: number): void {
    this.retryTimer = setTimeout(() => this.connect(), milliseconds);
  }

  /** The hall has let this page in. */
  joined(): void {
    this.link = 'live';
    this.tries = 0;
  }

  send(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.isClosed = true;
    removeEventListener('offline', this.wentOffline);
    removeEventListener('online', this.cameOnline);
    clearTimeout(this.retryTimer);
    clearInterval(this.pingTimer);
    this.hangUp();
  }

  /** The browser knows at once what a ping would tell only after seconds. */
  private readonly wentOffline = (): void => {
    if (this.link === 'live') this.giveUp();
  };

  private readonly cameOnline = (): void => {
    if (this.link !== 'lost') return;
    this.tries = 0;
    this.connect();
  };

  /** Take the line for cut, though nobody has closed it. */
  private giveUp(): void {
    if (this.socket) this.socket.onclose = null;
    this.hangUp();
    this.cut(0);
  }

  /** Close the connection; one that is being made is closed when it is there, because browsers complain otherwise. */
  private hangUp(): void {
    const { socket } = this;
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  private cut(code: number): void {
    clearInterval(this.pingTimer);
    if (this.isClosed || this.link === 'gone' || this.link === 'old') return;
    if (code === NO_ROOM) {
      this.link = 'gone';
      return;
    }
    this.link = 'lost';
    this.listener.lost();
    this.retry(RETRY_AFTER[Math.min(this.tries++, RETRY_AFTER.length - 1)]);
  }

  /** Count the seconds down, then try again. */
  private retry(seconds: number): void {
    this.retryIn = Math.ceil(seconds);
    if (seconds <= 0) this.connect();
    else {
      const part = Math.min(1, seconds);
      this.retryTimer = setTimeout(() => this.retry(seconds - part), part * 1000);
    }
  }
}
