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
/** Longest wait for the store at the start. A node also starts without it, and runs jobs when the store is available. */
const START_WITHIN_MS = 3_000;
/** Limit of pending additions, never reached while the store responds. Above it, jobs are dropped. */
const MAX_ADDING = 1_000;
/** Timeout of a status query, shorter than that of a readiness check. */
const STORE_ANSWERS_WITHIN_MS = 800;
/** Time for which a worker's failure counts. A worker that cannot take jobs fails repeatedly within it. */
const FAILS_AGAIN_WITHIN_MS = 3 * WORKER_OPTIONS.runRetryDelay;

/** Runs one kind of job. Must be safe to run again for the same job. */
export type JobHandler = (payload: JobPayload) => Promise<void>;

/** Receives the outcome and duration of every run of a job. */
export type JobObserver = (kind: string, outcome: 'done' | 'failed', seconds: number) => void;

/**
 * Wake-ups through BullMQ, on PostgreSQL or Redis. A job only speeds up work that a row in a table already describes, so the loss
 * of all jobs costs latency and never work (docs/architecture.md#jobs-and-due-times).
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(Jobs.name));
  private readonly handlers = new Map<string, JobHandler>();
  private readonly observers: JobObserver[] = [];
  private readonly stopping = new AbortController();
  private readonly queue: JobQueue;
  /** Queue to add jobs to, set on workers when the store has responded. */
  private adds: Queue | undefined;
  private adding = 0;
  /** Last failure of the worker itself. Failed jobs do not count. */
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

  /** Registers the handler of a kind of job. Must be called in `onModuleInit`. */
  handle(kind: string, handler: JobHandler): void {
    this.handlers.set(kind, handler);
  }

  /** Registers an observer of every run of a job on this node. */
  observe(observer: JobObserver): void {
    this.observers.push(observer);
  }

  /** Returns the queue for inspection, also on nodes that run no jobs. Waits and throws like {@link JobQueue.ready}. */
  inspect(): Promise<Queue> {
    return this.queue.ready();
  }

  /** Adds a job that runs at `runAt`, unless its `id` exists. Logs failures instead of throwing, because the table is the truth. */
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
      // BullMQ never settles calls that are made while it closes.
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
    // BullMQ uses this node's clock. With a clock that is ahead, it would take over jobs that other nodes still run.
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

  /** Readiness check of jobs. Without jobs, a node with role `http` is degraded but ready; a node that only runs jobs is down. */
  private async check(): Promise<CheckResult> {
    const detail = await this.obstacle();
    if (detail === undefined) return { status: 'up' };
    return { status: this.config.roles.includes('http') ? 'degraded' : 'down', detail };
  }

  /** Returns the reason that this node cannot run jobs; undefined when it can. */
  private async obstacle(): Promise<string | undefined> {
    if (this.failure && performance.now() - this.failure.at < FAILS_AGAIN_WITHIN_MS)
      return `jobs cannot be run: ${this.failure.text}`;
    if (!this.adds) return 'the job store has not responded yet';
    return withinTime(this.adds.getJobCounts('active'), STORE_ANSWERS_WITHIN_MS).then(
      () => undefined,
      (error: unknown) => `the job store does not respond: ${failureText(error)}`,
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
