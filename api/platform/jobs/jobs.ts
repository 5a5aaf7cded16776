import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { CONFIG, type Config } from '../../config.js';
import { ClockGuard } from '../database/clock-guard.js';
import { failureText } from '../failures.js';
import { FaultLog } from '../ops/fault-log.js';
import { type CheckResult, ReadinessChecks } from '../ops/readiness-checks.js';
import { withinTime } from '../within-time.js';
import { type JobBackend, type JobPayload, WORKER_OPTIONS } from './job-backend.js';
import { JobQueue } from './job-queue.js';
import { runJobWorker } from './job-worker.js';

/** Injection token of the {@link JobBackend}. */
export const JOB_BACKEND = Symbol('JobBackend');

const ATTEMPTS = 5;
const ADD_WITHIN_MS = 6_000;
/** A node starts without its jobs' store: they come when it does. */
const START_WITHIN_MS = 3_000;
/** More than a store that answers ever leaves waiting. */
const MAX_ADDING = 1_000;
/** Less than a readiness check has. */
const STORE_ANSWERS_WITHIN_MS = 800;
/** A worker that cannot take jobs fails again and again; one that failed once and not again takes them. */
const FAILS_AGAIN_WITHIN_MS = 3 * WORKER_OPTIONS.runRetryDelay;

/** Runs one kind of job. A second run of the same job must change nothing. */
export type JobHandler = (payload: JobPayload) => Promise<void>;

/** What became of a run of a job, and how long it took. */
export type JobObserver = (kind: string, outcome: 'done' | 'failed', seconds: number) => void;

/**
 * Wake-ups through BullMQ, on PostgreSQL or Redis. A job only makes prompt what a row in a table already says, so losing
 * every job costs latency and never work (docs/architecture.md#jobs-and-due-times).
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(Jobs.name));
  private readonly handlers = new Map<string, JobHandler>();
  private readonly observers: JobObserver[] = [];
  private readonly stopping = new AbortController();
  private readonly queue: JobQueue;
  /** Where jobs are added, once the store was there; only on a worker. */
  private adds: Queue | undefined;
  private adding = 0;
  /** The worker's last failure; jobs that fail are none. */
  private failure: { readonly at: number; readonly text: string } | undefined;
  private opening: Promise<void> = Promise.resolve();
  private working: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(JOB_BACKEND) private readonly backend: JobBackend,
    private readonly clock: ClockGuard,
    checks: ReadinessChecks,
  ) {
    this.queue = new JobQueue(
      () => backend.openQueue(),
      (error) => this.faults.report(error),
    );
    if (config.roles.includes('worker')) checks.register('jobs', () => this.check());
  }

  /** Names the handler of a kind of job; to be called in `onModuleInit`. */
  handle(kind: string, handler: JobHandler): void {
    this.handlers.set(kind, handler);
  }

  /** Is told of every run of a job on this node. */
  observe(observer: JobObserver): void {
    this.observers.push(observer);
  }

  /** The queue itself, to look into it; also on a node that runs no jobs. Waits for the store, or throws what that says. */
  inspect(): Promise<Queue> {
    return this.queue.ready();
  }

  /** Adds a job that runs at `runAt`; the same `id` again adds nothing. Failures are logged, never thrown: the table is the truth. */
  async add(kind: string, id: string, payload: JobPayload, runAt: Date): Promise<void> {
    if (!this.adds || this.stopping.signal.aborted || this.adding >= MAX_ADDING) return;
    this.adding += 1;
    const added = this.adds.add(kind, payload, {
      jobId: id,
      delay: Math.max(0, runAt.getTime() - Date.now()),
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: { age: 3_600, count: 1_000 },
      removeOnFail: { age: 86_400 },
    });
    try {
      // The library never answers what is asked while it closes.
      await withinTime(added, ADD_WITHIN_MS);
    } catch (error) {
      this.faults.report(error);
    } finally {
      this.adding -= 1;
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.roles.includes('worker')) return;
    this.opening = this.openForAdding();
    await Promise.race([this.opening, delay(START_WITHIN_MS, undefined, { ref: false })]);
    // The library goes by this node's clock: one that is ahead takes over jobs that others are at.
    this.working = this.clock.whileRight(this.stopping.signal, (signal) =>
      runJobWorker({
        open: () => this.backend.openWorker(({ name, data }) => this.run(name, data)),
        onError: (error) => this.noteFailure(error),
        signal,
      }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.backend.giveUp();
    await Promise.all([this.opening, this.working, this.queue.close()]);
  }

  /** A node that also answers requests keeps serving without jobs; a node that only runs jobs is not ready. */
  private async check(): Promise<CheckResult> {
    const detail = await this.obstacle();
    if (detail === undefined) return { status: 'up' };
    return { status: this.config.roles.includes('http') ? 'degraded' : 'down', detail };
  }

  /** Why jobs cannot be taken. */
  private async obstacle(): Promise<string | undefined> {
    if (this.failure && performance.now() - this.failure.at < FAILS_AGAIN_WITHIN_MS)
      return `jobs cannot be taken: ${this.failure.text}`;
    if (!this.adds) return 'the store of the jobs has not answered yet';
    return withinTime(this.adds.getJobCounts('active'), STORE_ANSWERS_WITHIN_MS).then(
      () => undefined,
      (error: unknown) => `the store of the jobs does not answer: ${failureText(error)}`,
    );
  }

  private noteFailure(error: unknown): void {
    this.failure = { at: performance.now(), text: failureText(error) };
    this.faults.report(error);
  }

  private async openForAdding(): Promise<void> {
    const { signal } = this.stopping;
    const stopped = once(signal, 'abort').then(() => undefined);
    while (!this.adds && !signal.aborted) {
      try {
        this.adds = await Promise.race([this.queue.ready(), stopped]);
      } catch (error) {
        this.faults.report(error);
        await delay(WORKER_OPTIONS.runRetryDelay, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async run(kind: string, payload: JobPayload): Promise<void> {
    const handler = this.handlers.get(kind);
    if (!handler) return;
    const began = performance.now();
    let outcome: 'done' | 'failed' = 'failed';
    try {
      await handler(payload);
      outcome = 'done';
    } finally {
      for (const observer of this.observers) observer(kind, outcome, (performance.now() - began) / 1_000);
    }
  }
}
