import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { DatabaseProxy } from '../../testing/database-proxy.js';
import type { DatabaseUrls } from '../database/pool.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import { testConfig } from '../http/testing/test-http-application.js';
import { type JobHandler, type JobPayload, Jobs } from './jobs.js';

let database: TestDatabase;
const running: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => Promise.all(running.splice(0).map((jobs) => jobs.onModuleDestroy())));
afterAll(() => database.drop());

async function startJobs(kind: string, handler: JobHandler, urls: DatabaseUrls = database): Promise<Jobs> {
  const jobs = new Jobs(testConfig(), urls);
  jobs.handle(kind, handler);
  await jobs.onApplicationBootstrap();
  running.push(jobs);
  return jobs;
}

async function until(done: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!done() && Date.now() < deadline) await delay(10);
  expect(done()).toBe(true);
}

it('runs a job at its time, with its payload, once for each id', async () => {
  const ran: JobPayload[] = [];
  const jobs = await startJobs('note', async (payload) => void ran.push(payload));
  const soon = new Date(Date.now() + 300);
  for (const id of ['one', 'one', 'two']) await jobs.add('note', id, { id }, soon);
  await until(() => ran.length === 2);
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
  await jobs.add('note', 'three', { id: 'three' }, new Date());
  await until(() => ran.length === 3);
  expect(ran.map(({ id }) => id).toSorted()).toEqual(['one', 'three', 'two']);
});

it('tries a job again that failed', async () => {
  let tries = 0;
  const jobs = await startJobs('flaky', async () => {
    tries += 1;
    if (tries === 1) throw new Error('The first time it fails');
  });
  await jobs.add('flaky', 'flaky-one', {}, new Date());
  await until(() => tries === 2);
});

it('lets another worker run what one has not', async () => {
  const ran: string[] = [];
  const first = await startJobs('shared', async () => void ran.push('first'));
  await first.add('shared', 'shared-one', {}, new Date(Date.now() + 500));
  await first.onModuleDestroy();
  running.splice(running.indexOf(first), 1);
  await startJobs('shared', async () => void ran.push('second'));
  await until(() => ran.length === 1);
  expect(ran).toEqual(['second']);
});

describe('while the database is away', () => {
  let proxy: DatabaseProxy;
  let jobs: Jobs;
  const ran: string[] = [];
  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    proxy = await DatabaseProxy.start(database.appUrl);
    const urls = { adminUrl: database.adminUrl, appUrl: proxy.through(database.appUrl) };
    jobs = await startJobs('away', async ({ id }) => void ran.push(id!), urls);
    await jobs.add('away', `before-${ran.length}`, { id: 'before' }, new Date());
    await until(() => ran.at(-1) === 'before');
  });
  afterEach(() => proxy.close());

  it.each(['refuse', 'silence'] as const)('adding a job (%s) fails without an error and in time', async (away) => {
    await proxy[away]();
    const began = performance.now();
    await jobs.add('away', `lost-${away}`, { id: 'lost' }, new Date());
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  it('jobs that are added afterwards run', async () => {
    await proxy.refuse();
    await jobs.add('away', 'lost', { id: 'lost' }, new Date());
    await proxy.heal();
    const deadline = Date.now() + 20_000;
    for (let index = 0; ran.at(-1) !== 'after' && Date.now() < deadline; index += 1) {
      await jobs.add('away', `after-${index}`, { id: 'after' }, new Date());
      await delay(200);
    }
    expect(ran.at(-1)).toBe('after');
  });

  it('the process can end', async () => {
    await proxy.refuse();
    await delay(0);
    const began = performance.now();
    await jobs.onModuleDestroy();
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});
