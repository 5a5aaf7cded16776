import type { LiveChanges, LiveRow, LiveTopic, WatchReply } from '../../api/contracts/live.contract.js';
import type { ApiClient } from './api-client.js';
import { LiveSocket } from './live-socket.js';

const ANSWER_MS = 5_000;
const RETRY_MS = 1_000;

/** Follows one live topic, through lost connections and rebuilds, and passes on every row. */
export class LiveWatcher<T> {
  private readonly connection: LiveSocket;
  private generation: number | undefined;
  private sequence: number | undefined;
  private retry: NodeJS.Timeout | undefined;
  private begun!: () => void;
  private readonly beginning = new Promise<void>((resolve) => (this.begun = resolve));

  constructor(
    client: ApiClient,
    private readonly topic: LiveTopic,
    private readonly id: string,
    /** `full`: these are all existing rows. `sequence`: all rows are then as of this event of the projector. */
    private readonly onRows: (rows: readonly LiveRow<T>[], full: boolean, sequence: number) => void,
  ) {
    this.connection = new LiveSocket(client, { firstMs: 300, longestMs: 2_000 });
    const { socket } = this.connection;
    socket.on('connect', () => void this.watch());
    socket.on('changes', (changes) => this.applyChanges(changes as LiveChanges<T>));
    socket.on('resync', (scope) => {
      if (scope.topic === undefined || (scope.topic === topic && scope.id === id)) void this.watch();
    });
  }

  /** Resolves after the first load. */
  async start(): Promise<void> {
    this.connection.socket.connect();
    await this.beginning;
  }

  close(): void {
    clearTimeout(this.retry);
    this.connection.close();
  }

  private applyChanges({ topic, id, generation, sequence, rows }: LiveChanges<T>): void {
    if (topic !== this.topic || id !== this.id) return;
    if (generation !== this.generation) return void this.watch();
    this.sequence = sequence;
    this.onRows(rows, false, sequence);
  }

  private async watch(): Promise<void> {
    const { topic, id, sequence: since, generation } = this;
    const { socket } = this.connection;
    const position = since === undefined || generation === undefined ? {} : { since, generation };
    const reply = await (
      socket.timeout(ANSWER_MS).emitWithAck('watch', { topic, id, ...position }) as Promise<WatchReply<T>>
    ).catch(() => undefined);
    if (!reply?.ok) return this.later();
    this.generation = reply.generation;
    this.sequence = reply.sequence;
    this.onRows(reply.rows, reply.full, reply.sequence);
    this.begun();
  }

  private later(): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connection.socket.connected && void this.watch(), RETRY_MS);
  }
}
