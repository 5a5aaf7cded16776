import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { isConnectionFailure } from '../failures.js';
import type { Metrics } from '../ops/metrics.js';
import type { ReadinessChecks } from '../ops/readiness-checks.js';
import { withinTime } from '../within-time.js';
import { breakConnection } from './break-connection.js';
import { openPool } from './pool.js';
import { assertReplicaOf, replicaProblem } from './replica-identity.js';
import { lagOf } from './replica-lag.js';

const MAX_CONNECTIONS = 6;
const LOOK_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 1_000;
/** Beyond this lag, waiting for the replica would only delay a read that the primary answers in the end. */
const MAX_LAG_SECONDS = 5;
/** A statement that waits longer for a connection runs on the primary. */
const CONNECTED_WITHIN_MS = 500;

/**
 * The replica of DATABASE_REPLICA_URL: its connections, and whether it is used. A replica that is unreachable, behind, promoted or of
 * another database is reported and not used. Behind one address there may be several replicas, so each connection is checked.
 */
export class Replica implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Replica.name);
  private readonly pool: Pool;
  /** Separate, so that busy connections are not mistaken for an unreachable server. */
  private readonly watching: Pool;
  private readonly inUse = new Set<ClientBase>();
  private readonly stopped = new AbortController();
  private watch: Promise<void> = Promise.resolve();
  private problem: string | undefined = 'has not been checked yet';
  private lagSeconds: number | null = null;

  constructor(
    url: string,
    private readonly primary: Pool,
    metrics: Metrics,
    checks: ReadinessChecks,
  ) {
    const admit = (client: ClientBase): Promise<void> => this.admit(client);
    this.pool = openPool(url, MAX_CONNECTIONS, admit, CONNECTED_WITHIN_MS);
    this.pool.on('acquire', (client) => this.inUse.add(client));
    this.pool.on('release', (_error, client) => this.inUse.delete(client));
    this.watching = openPool(url, 1, admit, CONNECTED_WITHIN_MS);
    metrics.gauge('ready_room_replica_up', (gauge) => gauge.set(this.isUsed ? 1 : 0));
    metrics.gauge('ready_room_replica_lag_seconds', (gauge) => {
      gauge.remove();
      if (this.lagSeconds !== null) gauge.set(this.lagSeconds);
    });
    checks.register('replica', () =>
      Promise.resolve(
        this.isUsed
          ? { status: 'up' }
          : { status: 'degraded', detail: `The replica ${this.problem}: the primary answers its reads.` },
      ),
    );
  }

  onApplicationBootstrap(): void {
    this.watch = this.keepWatching();
  }

  /** Whether the last check found nothing wrong. */
  get isUsed(): boolean {
    return this.problem === undefined;
  }

  /** Returns a checked connection, or undefined when all are busy or the replica has just become unreachable. */
  connect(): Promise<PoolClient | undefined> {
    return this.pool.connect().catch(() => undefined);
  }

  /** Stops using the replica until the next check succeeds. */
  suspend(error: unknown): void {
    this.judge(replicaProblem(error));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.watch;
    await Promise.all([this.pool.end(), this.watching.end()]);
  }

  private async admit(client: ClientBase): Promise<void> {
    await assertReplicaOf(this.primary, client);
    // A standby refuses writes anyway. After its promotion it would not.
    await client.query('set default_transaction_read_only = on');
  }

  private async keepWatching(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await this.look();
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    try {
      this.lagSeconds = await withinTime(this.measure(), ANSWER_WITHIN_MS);
      this.judge(lagProblem(this.lagSeconds));
    } catch (error) {
      this.lagSeconds = null;
      this.suspend(error);
      // The statements of a replica that hangs fail now, so the primary can answer them within the deadlines of their requests.
      if (isConnectionFailure(error)) this.inUse.forEach(breakConnection);
    }
  }

  private async measure(): Promise<number | null> {
    await assertReplicaOf(this.primary, this.watching);
    return lagOf(this.primary, this.watching);
  }

  private judge(problem: string | undefined): void {
    if ((problem === undefined) !== this.isUsed) {
      if (problem === undefined) this.logger.log('the replica answers reads');
      else this.logger.warn(`the primary answers the reads of the replica, which ${problem}`);
    }
    this.problem = problem;
  }
}

function lagProblem(seconds: number | null): string | undefined {
  if (seconds === null) return 'has replayed no commit since its start';
  return seconds > MAX_LAG_SECONDS ? `is ${seconds.toFixed(1)} s behind` : undefined;
}
