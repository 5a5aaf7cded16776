import { WebSocket } from 'ws';
import { LIVE_NAMESPACE, type LiveTopic } from '../../../api/contracts/live.contract.js';
import type { PresenceReport } from '../../../api/contracts/presence.contract.js';

/** Bytes of a message that identify its kind. */
const BEGINNING = 48;
/** Prefixes of socket.io's and engine.io's packets. */
const OPENED = '0';
const PING = '2';
const PONG = '3';
const CONNECTED = `40${LIVE_NAMESPACE},`;
const REFUSED = `44${LIVE_NAMESPACE},`;
const EVENT = `42${LIVE_NAMESPACE},`;
const ACK = `43${LIVE_NAMESPACE},`;

export interface Watch {
  readonly topic: LiveTopic;
  readonly id: string;
}

/** A user who connects, and the client address. */
export interface Visitor {
  /** Port of the node, without a proxy. */
  readonly port: number;
  readonly address: string;
  readonly token: string;
}

/** Messages received by all sockets together. */
export interface ReceivedMessages {
  messages: number;
  bytes: number;
  resyncs: number;
  closed: number;
}

/** A live connection that counts the received messages without parsing them. */
export class LightSocket {
  private nextAck = 0;
  private readonly waiting = new Map<string, (accepted: boolean) => void>();
  private connected: ((admitted: boolean) => void) | undefined;

  private constructor(
    private readonly socket: WebSocket,
    private readonly token: string,
    private readonly received: ReceivedMessages,
  ) {}

  /** Returns null when the node admits no connection at the moment. */
  static open({ port, address, token }: Visitor, received: ReceivedMessages): Promise<LightSocket | null> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
        headers: { 'x-forwarded-for': address },
        perMessageDeflate: false,
        // Thousands of clients must cost almost nothing.
        skipUTF8Validation: true,
      });
      const light = new LightSocket(socket, token, received);
      light.connected = (admitted) => resolve(admitted ? light : null);
      light.listen();
    });
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  watch({ topic, id }: Watch): Promise<boolean> {
    if (!this.isOpen) return Promise.resolve(false);
    const ack = String(this.nextAck++);
    const accepted = new Promise<boolean>((resolve) => this.waiting.set(ack, resolve));
    this.send(`${EVENT}${ack}${JSON.stringify(['watch', { topic, id }])}`);
    return accepted;
  }

  unwatch({ topic, id }: Watch): void {
    this.send(EVENT + JSON.stringify(['unwatch', { topic, id }]));
  }

  report(report: PresenceReport): void {
    this.send(EVENT + JSON.stringify(['presence', report]));
  }

  close(): void {
    this.socket.removeAllListeners('close');
    this.socket.terminate();
  }

  private listen(): void {
    this.socket.on('message', (data: Buffer) => this.take(data.toString('latin1', 0, BEGINNING), sizeOf(data.length)));
    this.socket.on('error', () => undefined);
    this.socket.once('close', () => this.handleClose());
  }

  private take(beginning: string, bytes: number): void {
    if (beginning.startsWith(PING)) this.send(PONG);
    else if (beginning.startsWith(OPENED)) this.send(CONNECTED + JSON.stringify({ token: this.token }));
    else if (beginning.startsWith(CONNECTED)) this.settle(true);
    else if (beginning.startsWith(REFUSED)) this.socket.terminate();
    else if (beginning.startsWith(ACK)) this.answer(beginning.slice(ACK.length));
    else if (beginning.startsWith(`${EVENT}["changes"`)) {
      this.received.messages += 1;
      this.received.bytes += bytes;
    } else if (beginning.startsWith(`${EVENT}["resync"`)) this.received.resyncs += 1;
  }

  private answer(text: string): void {
    const [ack = ''] = /^\d+/.exec(text) ?? [];
    this.waiting.get(ack)?.(text.startsWith(`${ack}[{"ok":true`));
    this.waiting.delete(ack);
  }

  private handleClose(): void {
    if (this.connected) return this.settle(false);
    this.received.closed += 1;
    for (const answer of this.waiting.values()) answer(false);
  }

  private settle(admitted: boolean): void {
    this.connected?.(admitted);
    this.connected = undefined;
  }

  private send(text: string): void {
    this.socket.send(text);
  }
}

/** Returns the number of bytes after the head of a frame. */
const sizeOf = (length: number): number => length + (length < 126 ? 2 : length < 65_536 ? 4 : 10);
