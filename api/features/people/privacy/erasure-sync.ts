import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../../config.js';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { EpochWatch } from '../../../platform/database/epoch-watch.js';
import { retryWhileUnavailable } from '../../../platform/database/retry-while-unavailable.js';
import { StartError } from '../../../platform/database/start-error.js';
import { POOL } from '../../../platform/database/pool.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { LogUnavailable } from '../../../platform/eventsourcing/kurrentdb/log-unavailable.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { FaultLog } from '../../../platform/ops/fault-log.js';
import { type CheckResult, ReadinessChecks } from '../../../platform/ops/readiness-checks.js';
import { repeatErasuresOf } from './erase-person.js';
import { type Erasures, ErasuresFile } from './erasures-file.js';
import { erasedButShown } from './interrupted-erasures.js';

const COMPARE_EVERY_MS = 5_000;
const RETRY_MS = 500;

const NOT_COMPARED: CheckResult = {
  status: 'down',
  detail: 'the erasures in ERASURES_FILE have not been repeated yet',
};

/**
 * Synchronizes erasures between ERASURES_FILE and the database: before the node serves, after a change of epoch, and every five seconds. A
 * restored database repeats the erasures of the file. The file receives those of the database, also after it was temporarily not writable.
 * The node is not ready while read models show an erased person.
 */
@Injectable()
export class ErasureSync implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ErasureSync.name);
  private readonly faults = new FaultLog(this.logger);
  private readonly stopping = new AbortController();
  private wake = new AbortController();
  private following: Promise<void> | undefined;
  private state: CheckResult = NOT_COMPARED;
  /** Log position of the newest repeated erasure; undefined once the read models have reached it. */
  private repeatedUntil: LogPosition | undefined;
  /** False until a comparison has repeated all lost erasures: an earlier attempt may have ended between tombstone and event. */
  private isComplete = false;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly claims: Claims,
    private readonly progress: Progress,
    epochs: EpochWatch,
    checks: ReadinessChecks,
  ) {
    if (!config.erasuresFile) return;
    checks.register('erasures', () => this.check());
    epochs.onChange(() => {
      this.state = NOT_COMPARED;
      this.repeatedUntil = undefined;
      this.isComplete = false;
      this.wake.abort();
    });
  }

  /** @throws StartError when the file cannot be read */
  async onApplicationBootstrap(): Promise<void> {
    const { erasuresFile, secrets } = this.config;
    if (!erasuresFile) return;
    const file = new ErasuresFile(erasuresFile, secrets.AUDIT_KEY!);
    await retryWhileUnavailable(() => this.compareAtStart(file));
    this.following = this.follow(file);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.following;
  }

  /** Without the log, no erasure can be repeated: the node starts and is not ready. */
  private async compareAtStart(file: ErasuresFile): Promise<void> {
    try {
      await this.compare(file);
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      this.report(error);
    }
  }

  private async follow(file: ErasuresFile): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const pause = this.state.status === 'down' ? RETRY_MS : COMPARE_EVERY_MS;
      const signal = AbortSignal.any([this.stopping.signal, this.wake.signal]);
      await delay(pause, undefined, { signal }).catch(() => undefined);
      if (this.stopping.signal.aborted) return;
      this.wake = new AbortController();
      await this.compare(file).catch((error: unknown) => this.report(error));
    }
  }

  /** Reports a failed comparison. Errors other than StartError mean that database or log is unavailable, which separate checks report. */
  private report(error: unknown): void {
    if (!(error instanceof StartError)) return this.faults.report(error);
    this.faults.warn(error.message);
    this.state = { status: this.state.status === 'down' ? 'down' : 'degraded', detail: error.message };
  }

  private async compare(file: ErasuresFile): Promise<void> {
    const { wake } = this;
    const { erasures, damage } = await file.read();
    const recorded = await this.recordedErasures();
    const lost = without(erasures, await this.completed(recorded));
    if (lost.size > 0) this.isComplete = false;
    const repeated = await repeatErasuresOf(lost, {
      pool: this.pool,
      store: this.store,
      claims: this.claims,
      mailFolder: join(this.config.dataDir, 'outbox'),
      now: this.clock.now(),
    });
    if (repeated > 0) await this.reportRepeated(repeated);
    const problem = (await this.write(file, without(recorded, erasures))) ?? damage;
    if (wake.signal.aborted) return;
    this.isComplete = true;
    this.state = problem === undefined ? { status: 'up' } : { status: 'degraded', detail: problem };
  }

  private async recordedErasures(): Promise<Erasures> {
    const { rows } = await this.pool.query<{ id: string; at: Date }>(
      'select subject_id as id, erased_at as at from plain.erased_subjects',
    );
    return new Map(rows.map(({ id, at }) => [id, at]));
  }

  /**
   * Returns the recorded erasures that need no repetition. Once all are repeated, this is every tombstone: a new erasure that is not
   * projected yet must not take all nodes out of rotation, and InterruptedErasures completes the others.
   */
  private async completed(recorded: Erasures): Promise<Erasures> {
    if (this.isComplete) return recorded;
    return without(recorded, new Set(await erasedButShown(this.pool)));
  }

  private async reportRepeated(count: number): Promise<void> {
    this.repeatedUntil = await this.store.head();
    this.logger.warn(
      `${count} erasures in ERASURES_FILE were repeated. Run "privacy redact": events of older versions may contain their text.`,
    );
  }

  /**
   * Appends erasures to the file and returns its defect, if any. An erasure stays valid when the file is not writable; a later comparison
   * writes it.
   */
  private async write(file: ErasuresFile, missing: Erasures): Promise<string | undefined> {
    try {
      await file.append(missing);
      return undefined;
    } catch (error) {
      const { message } = error as Error;
      this.faults.warn(message);
      return message;
    }
  }

  private async check(): Promise<CheckResult> {
    if (this.repeatedUntil && (await this.progress.waitFor(this.repeatedUntil, 0))) this.repeatedUntil = undefined;
    if (this.repeatedUntil) return { status: 'down', detail: 'read models still show erased people' };
    return this.state;
  }
}

const without = (erasures: Erasures, known: Pick<ReadonlySet<string>, 'has'>): Erasures =>
  new Map([...erasures].filter(([userId]) => !known.has(userId)));
