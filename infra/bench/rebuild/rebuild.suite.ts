import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { withDatabase } from '../environment/database.js';
import { figure } from '../figure.js';
import type { Suite } from '../suite.js';

const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 120_000;

/** All read models at once from the whole log, as `npm run cli -- projections rebuild` asks for it, in a running platform. */
export const rebuild: Suite = {
  name: 'rebuild',
  async run({ say, environment }) {
    const { start, dataDir } = await environment();
    const platform = await start();
    try {
      const { events, seconds } = await withDatabase(dataDir, measure);
      say(`Rebuilt all read models over ${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s`);
      return [figure('rebuild of all projections', events / seconds, 'events/s', { atLeast: 20_000 })];
    } finally {
      await platform.stop();
    }
  },
};

/** From the moment the leader has taken the request up to the switch of the last read model. */
async function measure(client: pg.Client): Promise<{ events: number; seconds: number }> {
  const { rows } = await client.query<{ events: string }>('select count(*) as events from log.events');
  await client.query('update plain.projections set rebuild_requested_at = now()');
  await until(client, "select 1 from plain.checkpoints where reader like 'rebuild:%' limit 1");
  const began = performance.now();
  await until(
    client,
    'select 1 where not exists (select from plain.projections where rebuild_requested_at is not null)',
  );
  return { events: Number(rows[0]!.events), seconds: (performance.now() - began) / 1_000 };
}

async function until(client: pg.Client, query: string): Promise<void> {
  const givesUpAt = performance.now() + PATIENCE_MS;
  while ((await client.query(query)).rowCount === 0) {
    if (performance.now() > givesUpAt) throw new Error('The rebuild did not end.');
    await pause(LOOK_EVERY_MS);
  }
}
