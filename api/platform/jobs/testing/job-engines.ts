import type { Config } from '../../../config.js';
import { findServer } from '../../../../infra/local-cluster/installed.js';
import { RedisServer } from '../../../../infra/local-cluster/redis-server.js';
import type { ClockGuard } from '../../database/clock-guard.js';
import { createTestDatabase } from '../../database/testing/test-database.js';
import { testConfig } from '../../http/testing/test-http-application.js';
import { Metrics } from '../../ops/metrics.js';
import { ReadinessChecks } from '../../ops/readiness-checks.js';
import type { JobBackend } from '../job-backend.js';
import { type JobHandler, Jobs } from '../jobs.js';
import { postgresJobBackend } from '../postgres-job-backend.js';
import { redisJobBackend } from '../redis-job-backend.js';

/** A running server that stores jobs. */
interface JobStore {
  readonly url: string;
  stop(): Promise<void>;
}

interface JobEngine {
  readonly name: string;
  readonly start: () => Promise<JobStore>;
  readonly backend: (url: string) => JobBackend;
}

const postgres: JobEngine = {
  name: 'PostgreSQL',
  start: async () => {
    const database = await createTestDatabase();
    return { url: database.appUrl, stop: () => database.drop() };
  },
  backend: postgresJobBackend,
};
const redis: JobEngine = { name: 'Redis', start: () => RedisServer.start(), backend: redisJobBackend };

/** PostgreSQL, and Redis if it is installed. */
export function jobEngines(): readonly JobEngine[] {
  if (findServer('redis-server') !== undefined) return [postgres, redis];
  process.stderr.write('Jobs on Redis are not tested: redis-server is not on the PATH.\n');
  return [postgres];
}

/** Guard of a node whose clock is right. */
const clock = { whileRight: (signal, work) => work(signal) } as ClockGuard;

/** Returns the jobs of a node that is not started yet. */
export function nodeWithJobs(
  backend: JobBackend,
  settings: Partial<Config> = {},
  checks = new ReadinessChecks(new Metrics()),
): Jobs {
  return new Jobs(testConfig(settings), backend, clock, checks);
}

/** Starts the store of an engine for the specs of a block, and stops it and their nodes afterwards. */
export function jobsOn({ start: startStore, backend }: JobEngine) {
  let store: JobStore;
  const running: Jobs[] = [];
  beforeAll(async () => {
    store = await startStore();
  });
  afterEach(() => Promise.all(running.splice(0).map((jobs) => jobs.onModuleDestroy())));
  afterAll(() => store.stop());

  /** Returns the jobs of a node that is not started yet, but stopped after the spec. */
  const node = (url: string, settings?: Partial<Config>, checks?: ReadinessChecks): Jobs => {
    const jobs = nodeWithJobs(backend(url), settings, checks);
    running.push(jobs);
    return jobs;
  };
  return {
    running,
    storeUrl: () => store.url,
    node,
    /** Starts a node that runs the jobs of one kind. */
    start: async (
      kind: string,
      handler: JobHandler,
      url = store.url,
      settings?: Partial<Config>,
      checks?: ReadinessChecks,
    ): Promise<Jobs> => {
      const jobs = node(url, settings, checks);
      jobs.handle(kind, handler);
      await jobs.onApplicationBootstrap();
      return jobs;
    },
  };
}
