import { setTimeout as pause } from 'node:timers/promises';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import type { DatabaseUrls } from './platform/database/pool.js';
import { closeConnectionsAfterResponses } from './platform/http/http-application.js';
import { createHttpApplication } from './platform/http/http-application.js';
import { trackUnusedConnections } from './platform/http/http-application.js';
import { LiveAdapter } from './platform/live/live.adapter.js';
import { OpsServer } from './platform/ops/ops-server.js';
import { ReadinessChecks } from './platform/ops/readiness-checks.js';

/** One process of the platform, with the roles from its settings. */
export interface Application {
  /** Starts serving. Resolves to the public address. */
  listen(): Promise<string>;
  /** Resolves when the node is ready: an http node answers the API, a worker can lead and run jobs. */
  untilReady(stopped: AbortSignal): Promise<void>;
  /** Reports not ready and keeps serving until a proxy has noticed. */
  drain(): Promise<void>;
  /** Finishes requests in flight and releases all resources except the database server. */
  close(): Promise<void>;
}

/** Creates the application on a migrated database. With `isLogAway`, it does not wait for its log. */
export async function createApplication(config: Config, urls: DatabaseUrls, isLogAway: boolean): Promise<Application> {
  const app = await createHttpApplication(AppModule.forRoot(config, urls, { isLogAway }), config);
  app.useWebSocketAdapter(new LiveAdapter(app));
  const closeUnusedConnections = trackUnusedConnections(app.getHttpServer());
  return {
    listen: async () => {
      const opsPort = await app.get(OpsServer).listen();
      if (config.roles.includes('http')) {
        await app.listen(config.port, config.host);
        return app.getUrl();
      }
      await app.init();
      return `http://127.0.0.1:${opsPort}`;
    },
    untilReady: (stopped) => app.get(ReadinessChecks).untilReady(stopped),
    drain: async () => {
      if (!config.roles.includes('http')) return;
      app.get(ReadinessChecks).stop();
      closeConnectionsAfterResponses(app.getHttpServer());
      await pause(config.stopDelayMs);
    },
    close: () => {
      closeUnusedConnections();
      return app.close();
    },
  };
}
