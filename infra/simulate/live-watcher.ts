import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServerEvents,
  LIVE_NAMESPACE,
  type LiveChanges,
  type LiveRow,
  type LiveTopic,
  type ServerToClientEvents,
  type WatchReply,
} from '../../api/contracts/live.contract.js';
import type { ApiClient } from './api-client.js';

const ANSWER_MS = 5_000;
const RETRY_MS = 1_000;

/** Follows one live topic, through lost connections and rebuilds, and hands every row on. */
export class LiveWatcher<T> {
  private readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  private generation: number | undefined;
  private sequence: number | undefined;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;
  private begun!: () => void;
  private readonly beginning = new Promise<void>((resolve) => (this.begun = resolve));

  constructor(
    private readonly client: ApiClient,
    private readonly topic: LiveTopic,
    private readonly id: string,
    private readonly onRows: (rows: readonly LiveRow<T>[]) => void,
  ) {
    this.socket = io(client.url + LIVE_NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      reconnectionDelay: 300,
      reconnectionDelayMax: 2_000,
      auth: (give: (auth: object) => void) =>
        void client.token().then(
          (token) => give({ token }),
          () => give({}),
        ),
    });
    this.socket.on('connect', () => void this.watch());
    this.socket.on('connect_error', () => this.reconnect());
    this.socket.on('disconnect', () => this.reconnect());
    this.socket.on('changes', (changes) => this.take(changes as LiveChanges<T>));
    this.socket.on('resync', (scope) => {
      if (scope.topic === undefined || (scope.topic === topic && scope.id === id)) void this.watch();
    });
  }

  /** Resolves when the first load is there. */
  async start(): Promise<void> {
    this.socket.connect();
    await this.beginning;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket.disconnect();
  }

  private take({ topic, id, generation, sequence, rows }: LiveChanges<T>): void {
    if (topic !== this.topic || id !== this.id) return;
    if (generation !== this.generation) return void this.watch();
    this.sequence = sequence;
    this.onRows(rows);
  }

  private async watch(): Promise<void> {
    const { topic, id, sequence: since, generation } = this;
    const place = since === undefined || generation === undefined ? {} : { since, generation };
    const reply = await (
      this.socket.timeout(ANSWER_MS).emitWithAck('watch', { topic, id, ...place }) as Promise<WatchReply<T>>
    ).catch(() => undefined);
    if (!reply?.ok) return this.later(() => this.socket.connected && void this.watch());
    this.generation = reply.generation;
    this.sequence = reply.sequence;
    this.onRows(reply.rows);
    this.begun();
  }

  /** What the server itself ended or refused, socket.io does not try again. */
  private reconnect(): void {
    if (!this.socket.active && !this.closed) this.later(() => this.socket.connect());
  }

  private later(work: () => void): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(work, RETRY_MS);
  }
}
