import { until } from '../../testing/until.js';
import type { JobPayload } from './job-backend.js';
import { jobEngines, jobsOn } from './testing/job-engines.js';

describe.each(jobEngines())('on $name', (engine) => {
  const { running, start } = jobsOn(engine);

  it('runs a job at its time, with its payload, once per id', async () => {
    const ran: JobPayload[] = [];
    const jobs = await start('note', async (payload) => void ran.push(payload));
    const soon = new Date(Date.now() + 300);
    for (const id of ['one', 'one', 'two']) await jobs.add('note', id, { id }, soon);
    await until(() => ran.length === 2);
    expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
    await jobs.add('note', 'three', { id: 'three' }, new Date());
    await until(() => ran.length === 3);
    expect(ran.map(({ id }) => id).toSorted()).toEqual(['one', 'three', 'two']);
  });

  it('retries a failed job', async () => {
    let tries = 0;
    const jobs = await start('flaky', async () => {
      tries += 1;
      if (tries === 1) throw new Error('The first time it fails');
    });
    await jobs.add('flaky', 'flaky-one', {}, new Date());
    await until(() => tries > 1);
    expect(tries).toBe(2);
  });

  it('runs jobs of a stopped worker on another worker', async () => {
    const ran: string[] = [];
    const first = await start('shared', async () => void ran.push('first'));
    await first.add('shared', 'shared-one', {}, new Date(Date.now() + 500));
    await first.onModuleDestroy();
    running.splice(running.indexOf(first), 1);
    await start('shared', async () => void ran.push('second'));
    await until(() => ran.length === 1);
    expect(ran).toEqual(['second']);
  });
});
