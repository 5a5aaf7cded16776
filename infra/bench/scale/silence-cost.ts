import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { cpuTimeOf } from '../environment/cpu-time.js';
import type { RoundTripCost, SilenceCost } from './scale-results.js';
import type { Stage } from './stage.js';

const SILENCE_MS = 20;
const CALLS_IN_A_ROW = 20_000;

/** Measures the cost of the smallest statement for client and server: in quick succession, and after both were idle. */
export async function silenceCost({ cluster, sizes }: Stage): Promise<SilenceCost> {
  const client = new pg.Client({ connectionString: cluster.settings['DATABASE_URL'] });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cost = (silenceMs: number, calls: number): Promise<RoundTripCost> =>
      costOf(client, rows[0]!.pid, { silenceMs, calls });
    await cost(0, CALLS_IN_A_ROW / 4);
    return {
      silenceMs: SILENCE_MS,
      inARow: await cost(0, CALLS_IN_A_ROW),
      afterSilence: await cost(SILENCE_MS, (sizes.busySeconds * 1_000) / SILENCE_MS),
    };
  } finally {
    await client.end();
  }
}

async function costOf(
  client: pg.Client,
  backend: number,
  { silenceMs, calls }: { silenceMs: number; calls: number },
): Promise<RoundTripCost> {
  const probe = async (): Promise<void> => {
    await client.query({ name: 'smallest', text: 'select $1::integer', values: [1] });
    if (silenceMs > 0) await pause(silenceMs);
  };
  const before = [process.cpuUsage(), await cpuTimeOf(backend)] as const;
  const began = performance.now();
  for (let nth = 0; nth < calls; nth += 1) await probe();
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(before[0]);
  const database = (await cpuTimeOf(backend)) - before[1];
  return {
    client: (user + system - (await restlessness()) * took) / calls,
    database: (database * 1_000) / calls,
  };
}

/** Returns microseconds of processor time of this process per idle millisecond. */
async function restlessness(): Promise<number> {
  const [before, began] = [process.cpuUsage(), performance.now()];
  await pause(2_000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (performance.now() - began);
}
