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

/** In a process of its own: fills the data folder with what `build` makes, and leaves what is to be known of it in a file. */
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
    // What was under way fails without its database; nobody asks any more.
    process.on('uncaughtException', () => undefined);
    void database.stop().finally(() => process.exit(1));
  });
  const fixture = await build(app);
  await reactorsSettled(app.get<Pool>(POOL));
  await app.close();
  // PostgreSQL would tidy up while others measure: what has been filled in a minute is a night's work for it.
  await withClient(database.adminUrl, (client) => client.query('vacuum (analyze)'));
  await database.stop();
  await writeFile(join(config.dataDir, file), JSON.stringify(fixture));
  process.exit(0);
}

/** Until everything has followed from what was appended: thousands of people keep the reactors busy for a while. */
async function reactorsSettled(pool: Pool): Promise<void> {
  const behind = `
    select from plain.checkpoints r join plain.checkpoints p on p.reader = $1
    where r.reader like $2 and r.position <> p.position`;
  while ((await pool.query(behind, [PROJECTOR, `${readerOf('')}%`])).rowCount !== 0) await pause(LOOK_EVERY_MS);
}
