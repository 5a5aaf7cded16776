import pg from 'pg';
import { Pace } from '../pace.js';
import { WakeUps } from './wake-ups.js';

/** Time between two NOTIFYs on a channel under load. NOTIFY serializes commits, so it is rate-limited and never part of an append. */
const NOTIFY_EVERY_MS = 100;
const RECONNECT_MS = 1_000;
/** Interval of the liveness check. A listener may receive nothing for hours, so silence does not reveal a dead connection. */
const ASK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 2_000;

/** Channel on which a process announces that it listens, so that the others send it their hints. */
const LISTENERS_CHANNEL = 'ready_room_listeners';
/** Begin of the name of a listening session; its channels follow. */
const LISTENER = 'ready-room listens: ';
/** Sessions without a name can be listeners of an older build. */
const SELECT_LISTENERS = `
  select distinct application_name as name from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and (starts_with(application_name, '${LISTENER}') or (application_name = '' and backend_type = 'client backend'))`;

/**
 * Hints between processes of the platform that something has changed, sent by NOTIFY and received on a dedicated connection. Every
 * consumer also polls, so a lost hint costs latency and never data (docs/architecture.md#readers-of-the-log).
 */
export class Hints extends WakeUps {
  private readonly pending = new Map<string, NodeJS.Timeout>();
  private readonly paces = new Map<string, Pace>();
  private client: pg.Client | undefined;
  private asking: NodeJS.Timeout | undefined;
  /** Names of the listening sessions of other processes; undefined while unknown. */
  private listeners: readonly string[] | undefined;
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
    client.on('notification', ({ channel }) => {
      if (channel === LISTENERS_CHANNEL) void this.findListeners(client);
      else this.wake(channel);
    });
    client.on('error', () => undefined);
    client.on('end', () => this.reconnectLater());
    try {
      await client.connect();
      await client.query(listenStatement(this.channels));
      this.client = client;
      this.asking = setInterval(() => void this.findListeners(client), ASK_EVERY_MS).unref();
    } catch {
      await client.end().catch(() => undefined);
    }
  }

  /** Hints this process immediately, and other processes that listen immediately or, under load, after a short wait. */
  give(channel: string): void {
    this.wake(channel);
    if (this.closed || this.pending.has(channel) || !this.isHeard(channel)) return;
    const pace = this.paces.get(channel) ?? new Pace(NOTIFY_EVERY_MS);
    this.paces.set(channel, pace);
    const timer = setTimeout(() => {
      this.pending.delete(channel);
      pace.count();
      this.pool.query('select pg_notify($1, $2)', [channel, '']).catch(() => undefined);
    }, pace.waitMs);
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

  /** True when a session of another process listens on the channel, or may do so. */
  private isHeard(channel: string): boolean {
    return this.listeners?.some((name) => name === '' || name.split(' ').includes(channel)) ?? true;
  }

  /** Finds the listeners. Ends a connection that does not answer; its `end` event triggers the reconnect. */
  private async findListeners(client: pg.Client): Promise<void> {
    try {
      const { rows } = await client.query<{ name: string }>(SELECT_LISTENERS);
      this.listeners = rows.map(({ name }) => name);
    } catch {
      await client.end().catch(() => undefined);
    }
  }

  private reconnectLater(): void {
    this.client = undefined;
    this.listeners = undefined;
    clearInterval(this.asking);
    if (!this.closed) setTimeout(() => void this.start(), RECONNECT_MS).unref();
  }
}

/** Returns the statements that name the session, listen, and make the listeners, including this one, find each other. */
function listenStatement(channels: readonly string[]): string {
  return [
    `set application_name = ${pg.escapeLiteral(LISTENER + channels.join(' '))}`,
    ...[...channels, LISTENERS_CHANNEL].map((channel) => `listen ${pg.escapeIdentifier(channel)}`),
    `notify ${pg.escapeIdentifier(LISTENERS_CHANNEL)}`,
  ].join('; ');
}
