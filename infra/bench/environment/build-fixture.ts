/** A process of its own: fills an empty data folder with what is measured, by the platform's own commands and events. */
import { writeFile } from 'node:fs/promises';
import { AppModule } from '../../../api/app.module.js';
import { loadConfig } from '../../../api/config.js';
import { createHttpApplication } from '../../../api/platform/http/http-application.js';
import { LiveAdapter } from '../../../api/platform/live/live.adapter.js';
import { createLogger } from '../../../api/platform/ops/logger.js';
import { migrate } from '../../../api/platform/database/migrate.js';
import { openDatabase } from '../../../api/start/open-database.js';
import { fixtureFile } from './fixture.js';
import { FixtureBuilder } from './fixture-builder.js';

const config = loadConfig();
const database = await openDatabase(config, createLogger(config.logLevel));
await migrate(database.adminUrl, database.appRole);
const app = await createHttpApplication(AppModule.forRoot({ ...config, secrets: database.secrets }, database), config);
app.useWebSocketAdapter(new LiveAdapter(app));
await app.init();
process.once('SIGTERM', () => {
  // What was under way fails without its database; nobody asks any more.
  process.on('uncaughtException', () => undefined);
  void database.stop().finally(() => process.exit(1));
});
const fixture = await new FixtureBuilder(app).build();
await app.close();
await database.stop();
await writeFile(fixtureFile(config.dataDir), JSON.stringify(fixture));
process.exit(0);
