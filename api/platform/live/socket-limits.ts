import type { Socket } from 'socket.io';

const SOCKETS_PER_USER = 10;
const ANONYMOUS_PER_ADDRESS = 5;
const MESSAGES_PER_SECOND = 20;
/** Handshakes that a node accepts per second. Rejected clients retry later (docs/architecture.md#live-changes). */
const HANDSHAKES_PER_SECOND = 100;
/** Large enough for a classroom behind one address, and small enough to leave room for other addresses. */
const HANDSHAKES_PER_SECOND_AND_ADDRESS = 40;
const MAX_BUFFERED_BYTES = 1_000_000;
const MAX_BUFFERED_PACKETS = 200;

/** Counts the sockets on this node per person, and per network (see `networkOf`) for anonymous sockets. */
export class SocketCounter {
  private readonly counts = new Map<string, number>();

  /** Counts a socket. Returns false when the limit is already reached. */
  admit(userId: string | undefined, network: string): boolean {
    const [key, maximum] = keyOf(userId, network);
    const count = this.counts.get(key) ?? 0;
    if (count >= maximum) return false;
    this.counts.set(key, count + 1);
    return true;
  }

  give(userId: string | undefined, network: string): void {
    const [key] = keyOf(userId, network);
    const count = (this.counts.get(key) ?? 1) - 1;
    if (count > 0) this.counts.set(key, count);
    else this.counts.delete(key);
  }
}

const keyOf = (userId: string | undefined, network: string): [string, number] =>
  userId ? [`user ${userId}`, SOCKETS_PER_USER] : [`network ${network}`, ANONYMOUS_PER_ADDRESS];

/** Limits the messages of a socket to 20 per second. */
export class MessageRate {
  private second = 0;
  private count = 0;

  allow(): boolean {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== this.second) this.count = 0;
    this.second = second;
    this.count += 1;
    return this.count <= MESSAGES_PER_SECOND;
  }
}

/** Limits the handshakes per second, in total and per address. */
export class HandshakeBudget {
  private second = 0;
  private admitted = 0;
  private readonly byAddress = new Map<string, number>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Counts a handshake. Returns false when a limit is already reached; rejected handshakes are not counted. */
  admit(address: string): boolean {
    const second = Math.floor(this.now() / 1_000);
    if (second !== this.second) {
      this.second = second;
      this.admitted = 0;
      this.byAddress.clear();
    }
    const ofAddress = this.byAddress.get(address) ?? 0;
    if (this.admitted >= HANDSHAKES_PER_SECOND || ofAddress >= HANDSHAKES_PER_SECOND_AND_ADDRESS) return false;
    this.admitted += 1;
    this.byAddress.set(address, ofAddress + 1);
    return true;
  }
}

/** True when a client reads so slowly that its buffer must not grow further (docs/architecture.md#live-changes). */
export function isBehind({ conn }: Pick<Socket, 'conn'>): boolean {
  const { bufferedAmount = 0 } = (conn.transport as { socket?: { bufferedAmount?: number } }).socket ?? {};
  // Packets that are not yet passed to the connection. A few of them can be large.
  const { writeBuffer } = conn as unknown as { writeBuffer: { data?: string | Buffer }[] };
  if (writeBuffer.length > MAX_BUFFERED_PACKETS) return true;
  return writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), bufferedAmount) > MAX_BUFFERED_BYTES;
}
