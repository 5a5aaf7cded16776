import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { createPostgresBackend, type Queue as BullQueue, withBackend, type Worker as BullWorker } from 'bullmq';
import { CONFIG, type Config } from '../../config.js';
import { DATABASE_URLS, type DatabaseUrls } from '../database/pool.js';
import { FaultLog } from '../ops/fault-log.js';

const QUEUE = 'ready-room';
const CONCURRENCY = 5;
const ATTEMPTS = 5;
/** After a lost connection; the library's own would be 15 s. */
const RETRY_MS = 1_000;
const CLOSE_WITHIN_MS = 2_000;
/** Whoever adds a job waits for it; a connection that says nothing must not hold them up. */
const TIME_LIMITS = { connectionTimeoutMillis: 2_000, query_timeout: 4_500 };
const { Queue, Worker } = withBackend(createPostgresBackend);

/** What a job carries: ids only; its handler reads the state again. */
export type JobPayload = Readonly<Record<string, string>>;

/** Runs one kind of job. A second run of the same job must change nothing. */
export type JobHandler = (payload: JobPayload) => Promise<void>;

/**
 * Wake-ups through BullMQ on the platform's PostgreSQL. A job only makes something prompt that a row in a table already
 * says (reliability A.3, 26): losing every job costs latency, never work.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(Jobs.name));
  private readonly handlers = new Map<string, JobHandler>();
  private queue: BullQueue | undefined;
  private worker: BullWorker | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DATABASE_URLS) private readonly urls: DatabaseUrls,
  ) {}

  /** Names the handler of a kind of job; to be called in `onModuleInit`. */
  handle(kind: string, handler: JobHandler): void {
    this.handlers.set(kind, handler);
  }

  /** Adds a job that runs at `runAt`; the same `id` again adds nothing. Failures are logged: the table is the truth. */
  async add(kind: string, id: string, payload: JobPayload, runAt: Date): Promise<void> {
    const waitMs = Math.max(0, runAt.getTime() - Date.now());
    try {
      await this.queue?.add(kind, payload, {
        jobId: id,
        delay: waitMs,
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: 500 },
        removeOnComplete: { age: 3_600, count: 1_000 },
        removeOnFail: { age: 86_400 },
      });
    } catch (error) {
      this.faults.report(error);
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.roles.includes('worker')) return;
    const connection = { connectionString: this.urls.appUrl, schema: 'jobs', max: 3, ...TIME_LIMITS };
    this.queue = new Queue(QUEUE, { connection }) as unknown as BullQueue;
    this.queue.on('error', (error) => this.faults.report(error));
    await this.queue.waitUntilReady();
    this.worker = new Worker(
      QUEUE,
      async (job: { name: string; data: JobPayload }) => this.handlers.get(job.name)?.(job.data),
      { connection, concurrency: CONCURRENCY, maxStalledCount: 3, runRetryDelay: RETRY_MS },
    ) as unknown as BullWorker;
    this.worker.on('error', (error) => this.faults.report(error));
  }

  async onModuleDestroy(): Promise<void> {
    const closed = this.worker
      ?.close()
      .then(() => this.queue?.close())
      .catch((error: unknown) => this.faults.report(error));
    // A worker that has just lost its connection sleeps on it; the leader's lease must not wait for that.
    const patience = new AbortController();
    await Promise.race([closed, delay(CLOSE_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
  }
}
