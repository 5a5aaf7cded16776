import pg from 'pg';
import { WakeUps } from './wake-ups.js';

/** Minimum time between two NOTIFYs on a channel. NOTIFY serializes commits, so it is rate-limited and never part of an append. */
const COALESCE_MS = 25;
const RECONNECT_MS = 1_000;
/** Interval of the liveness check. A listener may receive nothing for hours, so silence does not reveal a dead connection. */
const ASK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 2_000;

/**
 * Hints between processes of the platform that something has changed, sent by NOTIFY and received on a dedicated connection. Every
 * consumer also polls, so a lost hint costs latency and never data (docs/architecture.md#readers-of-the-log).
 */
export class Hints extends WakeUps {
  private readonly pending = new Map<string, NodeJS.Timeout>();
  private client: pg.Client | undefined;
  private asking: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly connectionString: string,
    private readonly channels: readonly string[],
    private readonly pool: pg.Pool,
  ) {
    super();
  }

  /** Listens on all channels, and reconnects when the connection is lost. */
  async start(): Promise<void> {
    if (this.closed) return;
    const client = new pg.Client({
      connectionString: this.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    client.on('notification', ({ channel }) => this.wake(channel));
    client.on('error', () => undefined);
    client.on('end', () => this.reconnectLater());
    try {
      await client.connect();
      for (const channel of this.channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      this.client = client;
      this.asking = setInterval(() => void askWhetherAlive(client), ASK_EVERY_MS).unref();
    } catch {
      await client.end().catch(() => undefined);
    }
  }

  /** Hints this process immediately, and the others within {@link COALESCE_MS}. */
  give(channel: string): void {
    this.wake(channel);
    if (this.pending.has(channel) || this.closed) return;
    const timer = setTimeout(() => {
      this.pending.delete(channel);
      this.pool.query('select pg_notify($1, $2)', [channel, '']).catch(() => undefined);
    }, COALESCE_MS);
    this.pending.set(channel, timer.unref());
  }

  /** Listens on a new connection, because the server of the current one may no longer be the primary. */
  reconnect(): void {
    void this.client?.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.asking);
    for (const timer of this.pending.values()) clearTimeout(timer);
    this.end();
    await this.client?.end().catch(() => undefined);
  }

  private reconnectLater(): void {
    this.client = undefined;
    clearInterval(this.asking);
    if (!this.closed) setTimeout(() => void this.start(), RECONNECT_MS).unref();
  }
}

/** Ends a connection that does not answer. Its `end` event triggers the reconnect. */
async function askWhetherAlive(client: pg.Client): Promise<void> {
  try {
    await client.query('select 1');
  } catch {
    await client.end().catch(() => undefined);
  }
}
