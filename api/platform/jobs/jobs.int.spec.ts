import { setTimeout as delay } from 'node:timers/promises';
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

async function startJobs(kind: string, handler: JobHandler): Promise<Jobs> {
  const jobs = new Jobs(testConfig(), database);
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
