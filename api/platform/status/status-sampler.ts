import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import type { NodeStatus, OldestTransaction, ReaderStatus } from '../../contracts/system-status.contract.js';
import { SAMPLE_EVERY_MS, SAMPLES_KEPT, UNKNOWN, type Unknown } from '../../contracts/system-status.rule.js';
import { DatabaseClock } from '../database/database-clock.js';
import { POOL } from '../database/pool.js';
import { BACKLOG_OF, type BacklogOf } from '../eventsourcing/log.js';
import { Leadership } from '../eventsourcing/projecting/leadership.js';
import { LiveLoad } from '../live/live-load.js';
import { repeatedly } from '../live/repeatedly.js';
import { readBackupAge } from '../backup/backup-age.js';
import { FaultLog } from '../ops/fault-log.js';
import { type CheckResult, ReadinessChecks } from '../ops/readiness-checks.js';
import { known } from './known.js';
import { removeNodeRow, writeNodeRow } from './node-rows.js';
import { NodeVitals } from './node-vitals.js';
import { OldestTransactionWatch } from './oldest-transaction.js';
import { ReaderProgress } from './reader-progress.js';
import { readReaders } from './read-readers.js';
import { isConnectionFailure } from '../failures.js';

/** State of the platform as seen by a node, and the state of the node. */
export interface Sample {
  readonly at: Date;
  readonly readers: ReaderStatus[] | Unknown;
  readonly oldestTransaction: OldestTransaction | null | Unknown;
  readonly databaseMs: number | Unknown;
  /** Null when no backup has been written. */
  readonly backupAgeSeconds: number | null | Unknown;
  readonly node: NodeStatus;
}

/** Time for which a sample is reused. */
const FRESH_FOR_MS = 1_000;

/** Samples the platform every five seconds. Writes this node's state to a table, so that any node can show all nodes. */
@Injectable()
export class StatusSampler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(StatusSampler.name));
  private readonly stopped = new AbortController();
  private readonly transactions = new OldestTransactionWatch();
  private readonly progress = new ReaderProgress();
  private readonly lags = new History();
  private readonly own = new History();
  private latest: { sample: Promise<Sample>; at: number } | undefined;
  private sampling: Promise<void> = Promise.resolve();

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly leadership: Leadership,
    private readonly live: LiveLoad,
    private readonly vitals: NodeVitals,
    private readonly clock: DatabaseClock,
    @Inject(BACKLOG_OF) private readonly backlogOf: BacklogOf | null,
    checks: ReadinessChecks,
  ) {
    checks.register('readers', () => this.checkReaders());
  }

  onApplicationBootstrap(): void {
    this.sampling = repeatedly(
      SAMPLE_EVERY_MS,
      this.stopped.signal,
      () => this.sampleAndWrite(),
      (error) => this.faults.report(error),
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.sampling;
    await known(
      () => removeNodeRow(this.pool, this.vitals.id),
      () => undefined,
    );
  }

  /** Returns a sample that is at most `maxAgeMs` old, within little more than a second. Parts of it can be unknown. */
  current(maxAgeMs: number = FRESH_FOR_MS): Promise<Sample> {
    if (this.latest && performance.now() - this.latest.at < maxAgeMs) return this.latest.sample;
    return this.takeSample();
  }

  /** Reports `degraded` while a reader or a rebuild is stalled. Pages are then outdated, but requests are still served. */
  private async checkReaders(): Promise<CheckResult> {
    const { readers } = await this.current(SAMPLE_EVERY_MS * 2);
    const stalled = readers === UNKNOWN ? [] : readers.filter(({ stalledSeconds }) => stalledSeconds !== null);
    if (stalled.length === 0) return { status: 'up' };
    const detail = stalled.map(({ reader, rebuild, stalledSeconds }) => ({
      reader,
      rebuild: rebuild !== null,
      seconds: Math.round(stalledSeconds!),
    }));
    return { status: 'degraded', detail: { withoutProgress: detail } };
  }

  /** Lag in seconds by reader. */
  get lagHistory(): Record<string, (number | null)[]> {
    return this.lags.all();
  }

  private async sampleAndWrite(): Promise<void> {
    const { readers, node } = await this.takeSample();
    this.lags.add(
      readers === UNKNOWN ? {} : Object.fromEntries(readers.map(({ reader, lagSeconds }) => [reader, lagSeconds])),
    );
    const { signedIn, anonymous } = node.sockets;
    const pushMs = this.live.pushes.takeSlowest();
    this.own.add({ sockets: signedIn + anonymous, pushMs });
    const history = { sockets: this.own.of('sockets'), pushMs: this.own.of('pushMs') };
    await writeNodeRow(this.pool, { ...node, pushMs, history });
  }

  private takeSample(): Promise<Sample> {
    const sample = this.readAll();
    this.latest = { sample, at: performance.now() };
    return sample;
  }

  private async readAll(): Promise<Sample> {
    const onError = (error: unknown): void => this.faults.report(error);
    const connection = new OneConnection(this.pool);
    const query = <T>(read: (client: PoolClient) => Promise<T>): Promise<T | Unknown> =>
      known(() => connection.query(read), onError);
    const [databaseMs, readers, oldestTransaction, backupAgeSeconds, freeDiskBytes] = await Promise.all([
      query(timeResponse),
      query((client) => readReaders(client, this.backlogOf, this.progress)),
      query((client) => this.transactions.look(client)),
      query(readBackupAge),
      known(() => this.vitals.freeDiskBytes(), onError),
    ]);
    connection.release();
    return {
      at: this.clock.now(),
      readers,
      oldestTransaction,
      backupAgeSeconds,
      databaseMs,
      node: this.nodeStatus(freeDiskBytes),
    };
  }

  private nodeStatus(freeDiskBytes: number | Unknown): NodeStatus {
    const { 'signed-in': signedIn, anonymous } = this.live.sockets;
    return {
      ...this.vitals.measure(),
      leadingSince: this.leadership.leading?.since.toISOString() ?? null,
      sockets: { signedIn, anonymous },
      rooms: this.live.rooms,
      pushMs: this.own.of('pushMs').at(-1) ?? null,
      clockSkewMs: this.clock.skewMs,
      freeDiskBytes,
      history: { sockets: [], pushMs: [] },
    };
  }
}

/** Returns the response time of the database in milliseconds. */
async function timeResponse(client: PoolClient): Promise<number> {
  const began = performance.now();
  await client.query('select 1');
  return Math.round((performance.now() - began) * 10) / 10;
}

/** The last samples by name. Names that are no longer sampled are removed. */
export class History {
  private readonly samples = new Map<string, (number | null)[]>();

  /** Adds a sample for each name. A missing name is unknown, and is removed once all its kept samples are unknown. */
  add(values: Readonly<Record<string, number | null>>): void {
    for (const name of Object.keys(values)) if (!this.samples.has(name)) this.samples.set(name, []);
    for (const [name, kept] of this.samples) {
      kept.push(values[name] ?? null);
      if (kept.length > SAMPLES_KEPT) kept.shift();
      if (kept.every((value) => value === null) && !(name in values)) this.samples.delete(name);
    }
  }

  of(name: string): (number | null)[] {
    return [...(this.samples.get(name) ?? [])];
  }

  all(): Record<string, (number | null)[]> {
    return Object.fromEntries([...this.samples].map(([name, kept]) => [name, [...kept]]));
  }
}

/** Runs queries sequentially on one connection, so that sampling uses only one connection of a busy pool. */
class OneConnection {
  private readonly connection: Promise<PoolClient>;
  private last: Promise<unknown>;
  private broken = false;

  constructor(pool: Pool) {
    this.connection = pool.connect();
    this.last = this.connection;
  }

  /** Runs a query after the previous ones. @throws the error of the connection or the query */
  async query<T>(read: (client: PoolClient) => Promise<T>): Promise<T> {
    const answer = this.last.catch(() => undefined).then(async () => read(await this.connection));
    this.last = answer;
    try {
      return await answer;
    } catch (error) {
      this.broken ||= isConnectionFailure(error);
      throw error;
    }
  }

  /** Releases the connection after all queries have finished. A broken connection is not reused. */
  release(): void {
    this.last
      .catch(() => undefined)
      .then(async () => (await this.connection).release(this.broken))
      .catch(() => undefined);
  }
}
