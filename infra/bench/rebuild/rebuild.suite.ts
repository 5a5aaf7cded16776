import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { cpuTimeOf, cpuTimeOfServer } from '../environment/cpu-time.js';
import { countEvents, postgresPid, withDatabase } from '../environment/database.js';
import { figure } from '../figure.js';
import type { Suite } from '../suite.js';

const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 120_000;

/** Rebuilds all read models at once from the whole log of a running platform, as requested by `npm run cli -- projections rebuild`. */
export const rebuild: Suite = {
  name: 'rebuild',
  async run({ say, environment }) {
    const { start, dataDir } = await environment();
    const platform = await start();
    try {
      const server = await postgresPid(dataDir);
      const times = (): Promise<number[]> => Promise.all([cpuTimeOf(platform.pid), cpuTimeOfServer(server)]);
      const before = await times();
      const { events, seconds } = await withDatabase(dataDir, measure);
      const after = await times();
      say(`Rebuilt all read models over ${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s`);
      const [node, database] = after.map((time, index) => ((time - before[index]!) * 1_000) / events);
      return [
        figure('rebuild of all projections', events / seconds, 'events/s', { atLeast: 20_000 }),
        figure('  processor time of node', node!, 'µs an event'),
        figure('  processor time of PostgreSQL', database!, 'µs an event'),
      ];
    } finally {
      await platform.stop();
    }
  },
};

/** Measures from the leader's start of the rebuild to the switch of the last read model. */
async function measure(client: pg.Client): Promise<{ events: number; seconds: number }> {
  const events = await countEvents(client);
  await client.query('update plain.projections set rebuild_requested_at = now()');
  await until(client, "select 1 from plain.checkpoints where reader like 'rebuild:%' limit 1");
  const began = performance.now();
  await until(
    client,
    'select 1 where not exists (select from plain.projections where rebuild_requested_at is not null)',
  );
  return { events, seconds: (performance.now() - began) / 1_000 };
}

async function until(client: pg.Client, query: string): Promise<void> {
  const givesUpAt = performance.now() + PATIENCE_MS;
  while ((await client.query(query)).rowCount === 0) {
    if (performance.now() > givesUpAt) throw new Error('The rebuild did not end.');
    await pause(LOOK_EVERY_MS);
  }
}
