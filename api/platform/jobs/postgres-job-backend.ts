import {
  createPostgresBackend,
  type Processor,
  type Queue as BullQueue,
  withBackend,
  type Worker as BullWorker,
} from 'bullmq';
import pg from 'pg';
import { type JobBackend, type JobPayload, QUEUE, WORKER_OPTIONS } from './job-backend.js';

/** Limits for callers that wait until a job is added, and for idle transactions, which delay all readers of the log. */
const TIME_LIMITS = {
  connectionTimeoutMillis: 2_000,
  query_timeout: 4_500,
  statement_timeout: 4_000,
  idle_in_transaction_session_timeout: 10_000,
};

/**
 * A connection of BullMQ's pool. BullMQ does not listen to errors of a connection while it checks the schema on it. If the
 * connection broke then, the error would end the process. The broken query fails anyway.
 */
class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

const { Queue, Worker } = withBackend(createPostgresBackend);

/** Returns the store of jobs in the schema `jobs` of the platform's database. */
export function postgresJobBackend(connectionString: string): JobBackend {
  const connection = { connectionString, schema: 'jobs', max: 3, Client: Connection, ...TIME_LIMITS };
  return {
    openQueue: () => new Queue(QUEUE, { connection }) as unknown as BullQueue,
    openWorker: (run: Processor<JobPayload>) =>
      new Worker(QUEUE, run, { connection, ...WORKER_OPTIONS }) as unknown as BullWorker,
    // The pool opens connections only on demand, so there is no reconnect to stop.
    giveUp: () => undefined,
  };
}
