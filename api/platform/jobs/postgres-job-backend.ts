import {
  createPostgresBackend,
  type Processor,
  type Queue as BullQueue,
  withBackend,
  type Worker as BullWorker,
} from 'bullmq';
import { type JobBackend, type JobPayload, QUEUE, WORKER_OPTIONS } from './job-backend.js';

/** Whoever adds a job waits for it; a connection that says nothing must not hold them up, nor a transaction all readers. */
const TIME_LIMITS = {
  connectionTimeoutMillis: 2_000,
  query_timeout: 4_500,
  statement_timeout: 4_000,
  idle_in_transaction_session_timeout: 10_000,
};
const { Queue, Worker } = withBackend(createPostgresBackend);

/** Jobs in the schema `jobs` of the platform's database. */
export function postgresJobBackend(connectionString: string): JobBackend {
  const connection = { connectionString, schema: 'jobs', max: 3, ...TIME_LIMITS };
  return {
    openQueue: () => new Queue(QUEUE, { connection }) as unknown as BullQueue,
    openWorker: (run: Processor<JobPayload>) =>
      new Worker(QUEUE, run, { connection, ...WORKER_OPTIONS }) as unknown as BullWorker,
    // Its pool opens a connection only for whoever asks for one.
    giveUp: () => undefined,
  };
}
