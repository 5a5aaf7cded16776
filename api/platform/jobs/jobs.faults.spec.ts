import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { FaultProxy } from '../../testing/fault-proxy.js';
import { until } from '../../testing/until.js';
import { Metrics } from '../ops/metrics.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';
import { withClient } from '../database/postgres-roles.js';
import { createTestDatabase } from '../database/testing/test-database.js';
import type { Jobs } from './jobs.js';
import { postgresJobBackend } from './postgres-job-backend.js';
import { jobEngines, jobsOn, nodeWithJobs } from './testing/job-engines.js';

describe.each(jobEngines())('on $name', (engine) => {
  const { storeUrl, node, start } = jobsOn(engine);

  describe('when the store is unreachable at the start', () => {
    let proxy: FaultProxy;
    beforeAll(() => Logger.overrideLogger(false));
    beforeEach(async () => {
      proxy = await FaultProxy.start(storeUrl());
    });
    afterEach(() => proxy.close());

    it.each(['refuse', 'silence'] as const)(
      'starts without it (%s), and runs jobs when the store is available',
      async (away) => {
        await proxy[away]();
        const ran: string[] = [];
        const jobs = await start('late', async ({ id }) => void ran.push(id!), proxy.through(storeUrl()));
        await jobs.add('late', `unheard-${away}`, { id: 'unheard' }, new Date());
        await proxy.heal();
        for (let nth = 0; !ran.includes('heard'); nth += 1) {
          await jobs.add('late', `heard-${away}-${nth}`, { id: 'heard' }, new Date());
          await delay(100);
        }
        expect(ran).not.toContain('unheard');
      },
    );

    it('can be inspected when the store is available', async () => {
      await proxy.refuse();
      const jobs = node(proxy.through(storeUrl()), { roles: ['http'] });
      const count = () => jobs.inspect().then((queue) => queue.getJobCounts('waiting'));
      const early = count().catch(() => undefined);
      await delay(100);
      await proxy.heal();
      await early;
      expect(await count()).toEqual({ waiting: expect.any(Number) as number });
    });

    it('can be stopped while the store is unreachable', async () => {
      await proxy.refuse();
      const jobs = await start('never', () => Promise.resolve(), proxy.through(storeUrl()));
      await jobs.onModuleDestroy();
    });
  });

  describe('while the store is unreachable', () => {
    let proxy: FaultProxy;
    let jobs: Jobs;
    const ran: string[] = [];
    beforeAll(() => Logger.overrideLogger(false));
    beforeEach(async () => {
      proxy = await FaultProxy.start(storeUrl());
      jobs = await start('away', async ({ id }) => void ran.push(id!), proxy.through(storeUrl()));
    });
    afterEach(() => proxy.close());

    const runsOne = async (id: string): Promise<void> => {
      await jobs.add('away', id, { id }, new Date());
      await until(() => ran.includes(id));
    };

    it.each(['refuse', 'silence'] as const)(
      'does not throw when a job is added (%s), and returns in time',
      async (away) => {
        await runsOne(`before-${away}`);
        await proxy[away]();
        const began = performance.now();
        await jobs.add('away', `lost-${away}`, { id: 'lost' }, new Date());
        expect(performance.now() - began).toBeLessThan(8_000);
      },
    );

    // With an immediate outage, the worker has not opened its first connection yet.
    it.each(['immediate', 'later'])('runs jobs that are added after an outage (%s)', async (when) => {
      if (when === 'later') await runsOne('before-later');
      await proxy.refuse();
      await jobs.add('away', `lost ${when}`, { id: 'lost' }, new Date());
      await proxy.heal();
      const after = `after ${when}`;
      const deadline = Date.now() + 20_000;
      for (let index = 0; !ran.includes(after) && Date.now() < deadline; index += 1) {
        await jobs.add('away', `${after} ${index}`, { id: after }, new Date());
        await delay(200);
      }
      expect(ran).toContain(after);
    });

    it('lets the process exit', async () => {
      await proxy.refuse();
      await delay(0);
      const began = performance.now();
      await jobs.onModuleDestroy();
      expect(performance.now() - began).toBeLessThan(4_000);
    });
  });

  describe('readiness', () => {
    let proxy: FaultProxy;
    beforeAll(() => Logger.overrideLogger(false));
    beforeEach(async () => {
      proxy = await FaultProxy.start(storeUrl());
    });
    afterEach(() => proxy.close());

    it.each([
      { roles: ['worker'] as const, status: 'down', ready: false },
      { roles: ['http', 'worker'] as const, status: 'degraded', ready: true },
    ])(
      'of a node with the roles $roles is $status while the store is unreachable',
      async ({ roles, status, ready }) => {
        const checks = new ReadinessChecks(new Metrics());
        const settings = { roles: [...roles] };
        await start('checked', () => Promise.resolve(), proxy.through(storeUrl()), settings, checks);
        await becomes(checks, { ready: true, status: 'up' });
        proxy.silence();
        await becomes(checks, { ready, status });
        await proxy.heal();
        await becomes(checks, { ready: true, status: 'up' });
      },
    );
  });
});

it('reports that jobs cannot run while their SQL functions are unreachable, as behind a connection pooler', async () => {
  Logger.overrideLogger(false);
  const database = await createTestDatabase();
  const schema = (from: string, to: string) =>
    withClient(database.superuserUrl, (client) => client.query(`alter schema ${from} rename to ${to}`));
  const checks = new ReadinessChecks(new Metrics());
  const jobs = nodeWithJobs(postgresJobBackend(database.appUrl), { roles: ['worker'] }, checks);
  try {
    await jobs.onApplicationBootstrap();
    await becomes(checks, { ready: true, status: 'up' });
    await schema('jobs', 'elsewhere');
    await becomes(checks, { ready: false, status: 'down' });
    await schema('elsewhere', 'jobs');
    await becomes(checks, { ready: true, status: 'up' });
  } finally {
    await jobs.onModuleDestroy();
    await database.drop();
  }
});

it('survives the loss of a connection while PostgreSQL checks the schema of the jobs', async () => {
  Logger.overrideLogger(false);
  const database = await createTestDatabase();
  const proxy = await FaultProxy.start(database.appUrl);
  const url = proxy.through(database.appUrl);
  const checks = new ReadinessChecks(new Metrics());
  const jobs = nodeWithJobs(postgresJobBackend(url), { roles: ['worker'] }, checks);
  let starting: Promise<void> | undefined;
  try {
    await withClient(database.superuserUrl, async (client) => {
      await client.query('begin; lock table jobs.migration');
      starting = jobs.onApplicationBootstrap();
      await until(async () => {
        const { rowCount } = await client.query(
          "select from pg_locks where relation = 'jobs.migration'::regclass and not granted",
        );
        return rowCount! > 0;
      });
      proxy.cut();
    });
    await starting;
    await becomes(checks, { ready: true, status: 'up' });
  } finally {
    await jobs.onModuleDestroy();
    await proxy.close();
    await database.drop();
  }
});

async function becomes(checks: ReadinessChecks, wanted: { ready: boolean; status: string }): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { ready, checks: all } = await checks.report();
    const seen = { ready, status: all['jobs']!.status };
    if (seen.status === wanted.status || Date.now() > deadline) return expect(seen).toEqual(wanted);
    await delay(50);
  }
}
