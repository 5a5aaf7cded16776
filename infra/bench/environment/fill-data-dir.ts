import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { AppModule } from '../../../api/app.module.js';
import { loadConfig } from '../../../api/config.js';
import { createHttpApplication } from '../../../api/platform/http/http-application.js';
import { LiveAdapter } from '../../../api/platform/live/live.adapter.js';
import { createLogger } from '../../../api/platform/ops/logger.js';
import { migrate } from '../../../api/platform/database/migrate.js';
import { openDatabase } from '../../../api/start/open-database.js';

/** In a process of its own: fills the data folder with what `build` makes, and leaves what is to be known of it in a file. */
export async function fillDataDir(file: string, build: (app: INestApplication) => Promise<object>): Promise<never> {
  const config = loadConfig();
  const database = await openDatabase(config, createLogger(config.logLevel));
  await migrate(database.adminUrl, database.appRole);
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
  await app.close();
  await database.stop();
  await writeFile(join(config.dataDir, file), JSON.stringify(fixture));
  process.exit(0);
}
