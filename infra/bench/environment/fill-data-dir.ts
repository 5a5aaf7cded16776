import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Pool } from 'pg';
import { AppModule } from '../../../api/app.module.js';
import { loadConfig } from '../../../api/config.js';
import { createHttpApplication } from '../../../api/platform/http/http-application.js';
import { LiveAdapter } from '../../../api/platform/live/live.adapter.js';
import { createLogger } from '../../../api/platform/ops/logger.js';
import { withClient } from '../../../api/platform/database/postgres-roles.js';
import { POOL } from '../../../api/platform/database/pool.js';
import { readerOf } from '../../../api/platform/eventsourcing/projecting/reactor.js';
import { PROJECTOR } from '../../../api/platform/eventsourcing/projecting/write-batch.js';
import { MIGRATIONS } from '../../../api/migrations.js';
import { migrate } from '../../../api/platform/database/migrate.js';
import { openDatabase } from '../../../api/start/open-database.js';

const LOOK_EVERY_MS = 200;

/** Runs in its own process: fills the data folder with the result of `build`, and writes the facts about it to a file. */
export async function fillDataDir(file: string, build: (app: INestApplication) => Promise<object>): Promise<never> {
  const config = loadConfig();
  const database = await openDatabase(config, createLogger(config.logLevel));
  await migrate(database.adminUrl, database.appRole, MIGRATIONS);
  const app = await createHttpApplication(
    AppModule.forRoot({ ...config, secrets: database.secrets }, database),
    config,
  );
  app.useWebSocketAdapter(new LiveAdapter(app));
  await app.init();
  process.once('SIGTERM', () => {
    // Work in progress fails without its database, but its result is not needed any more.
    process.on('uncaughtException', () => undefined);
    void database.stop().finally(() => process.exit(1));
  });
  const fixture = await build(app);
  await reactorsSettled(app.get<Pool>(POOL));
  await app.close();
  // Otherwise PostgreSQL would vacuum during the measurements, because the data was written within a minute.
  await withClient(database.adminUrl, (client) => client.query('vacuum (analyze)'));
  await database.stop();
  await writeFile(join(config.dataDir, file), JSON.stringify(fixture));
  process.exit(0);
}

/** Waits until all consequences of the appended events are stored. The reactors need a while for thousands of users. */
async function reactorsSettled(pool: Pool): Promise<void> {
  const behind = `
    select from plain.checkpoints r join plain.checkpoints p on p.reader = $1
    where r.reader like $2 and r.position <> p.position`;
  while ((await pool.query(behind, [PROJECTOR, `${readerOf('')}%`])).rowCount !== 0) await pause(LOOK_EVERY_MS);
}
