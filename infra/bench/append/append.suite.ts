import pg from 'pg';
import { MIGRATIONS } from '../../../api/migrations.js';
import { migrate } from '../../../api/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../../../api/platform/database/embedded-postgres.js';
import { APP_ROLE } from '../../../api/platform/database/postgres-roles.js';
import { makeDataDir } from '../environment/data-dir.js';
import { undoWhenInterrupted } from '../environment/interruption.js';
import { comparison, type Figure, figure, median } from '../figure.js';
import type { Suite } from '../suite.js';
import { type Call, closedLoop } from './closed-loop.js';
import { bareInsert, emmett, readyRoom } from './contestants.js';
import { SAMPLE_BYTES } from './sample-event.js';

const CALLERS = [1, 16, 64, 256];
const ROUNDS = 3;
const ROUND_MS = 1_200;
const ROWS = 64;
const UNIT = 'events/s';

/** Compares our store, a well-known store and the bare insert on one server, in turns so that a busy machine affects all alike. */
export const append: Suite = {
  name: 'append',
  inProcess: true,
  async run({ say }) {
    const { dataDir, remove } = await makeDataDir('append');
    const postgres = await startEmbeddedPostgres({ dataDir });
    const stopped = undoWhenInterrupted(() => postgres.stop());
    try {
      await migrate(postgres.adminUrl, APP_ROLE, MIGRATIONS);
      const bareUrl = await addDatabase(postgres.superuserUrl, 'bare', 'ready_room');
      const emmettUrl = await addDatabase(postgres.superuserUrl, 'emmett');
      say(await settingsOf(postgres.superuserUrl));
      return await compete({ readyRoomUrl: postgres.appUrl, bareUrl, emmettUrl });
    } finally {
      await postgres.stop();
      stopped();
      await remove();
    }
  },
};

async function compete({ readyRoomUrl, bareUrl, emmettUrl }: Record<'readyRoomUrl' | 'bareUrl' | 'emmettUrl', string>) {
  const [readyRoomFigures, peer] = [await readyRoom(readyRoomUrl), await emmett(emmettUrl)];
  const figures: Figure[] = [];
  for (const callers of CALLERS) {
    const rows = Math.min(callers, ROWS);
    const bare = bareInsert(bareUrl, rows);
    const statements = Math.ceil(callers / rows);
    const rates = await byTurns({
      ours: [callers, readyRoomFigures.call],
      emmett: [callers, peer.call],
      bare: [statements, bare.call],
      ...(callers === ROWS ? { numeric: [callers, readyRoomFigures.numericCall] as const } : {}),
    });
    await bare.close();
    const name = `append, ${callers} caller${callers > 1 ? 's' : ''}`;
    const bareName = `bare insert, ${rows} row${rows > 1 ? 's' : ''} × ${statements}`;
    const goals = callers === ROWS;
    figures.push(
      comparison(
        name,
        rates.ours!,
        UNIT,
        { name: 'emmett-postgresql', value: rates.emmett! },
        goals ? { atLeast: 7 } : undefined,
      ),
      comparison(name, rates.ours!, UNIT, { name: bareName, value: rates.bare! }, goals ? { atLeast: 0.7 } : undefined),
      figure(`  emmett-postgresql, ${callers}`, rates.emmett!, UNIT),
      figure(`  ${bareName}`, rates.bare!, UNIT),
    );
    if (rates.numeric) {
      figures.push(
        comparison(
          `${name}, numeric version`,
          rates.numeric,
          UNIT,
          { name: bareName, value: rates.bare! },
          { atLeast: 0.45 },
        ),
      );
    }
  }
  await Promise.all([readyRoomFigures.close(), peer.close()]);
  return figures;
}

/** Returns the median rate of each contestant over rounds in which all take turns. The first round is a warm-up. */
async function byTurns(contestants: Record<string, readonly [number, Call]>): Promise<Record<string, number>> {
  const rates: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, [callers, call]] of Object.entries(contestants)) {
      const { rate } = await closedLoop(callers, round === 0 ? ROUND_MS / 4 : ROUND_MS, call);
      if (round > 0) (rates[name] ??= []).push(rate);
    }
  }
  return Object.fromEntries(Object.entries(rates).map(([name, each]) => [name, median(each)]));
}

async function addDatabase(superuserUrl: string, name: string, template = 'template0'): Promise<string> {
  await withClient(superuserUrl, (client) => client.query(`create database ${name} template ${template}`));
  const url = new URL(superuserUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function settingsOf(url: string): Promise<string> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ setting: string }>(
      `select string_agg(name || ' ' || setting, ', ' order by name) as setting from pg_settings
       where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'server_version')`,
    ),
  );
  return (
    `All on one server (${rows[0]!.setting}), ${SAMPLE_BYTES} bytes of JSON an event, 12 connections each; ours and bare: ` +
    `log.events with its primary key, (stream, version) and event_id; emmett: emt_messages with its primary key, and emt_streams`
  );
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
