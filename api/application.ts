import { setTimeout as pause } from 'node:timers/promises';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import type { DatabaseUrls } from './platform/database/pool.js';
import { endConnectionsWithTheirAnswers } from './platform/http/http-application.js';
import { createHttpApplication } from './platform/http/http-application.js';
import { trackUnusedConnections } from './platform/http/http-application.js';
import { LiveAdapter } from './platform/live/live.adapter.js';
import { OpsServer } from './platform/ops/ops-server.js';
import { ReadinessChecks } from './platform/ops/readiness-checks.js';

/** One process of the platform, in the roles its settings give it. */
export interface Application {
  /** Starts serving; resolves to the address people reach it under. */
  listen(): Promise<string>;
  /** Resolves once the node is ready: an http node answers the API, a worker can lead and run jobs. */
  untilReady(stopped: AbortSignal): Promise<void>;
  /** Says that it is not ready and serves on until a proxy has noticed. */
  drain(): Promise<void>;
  /** Finishes what is in flight and lets go of everything but the database server. */
  close(): Promise<void>;
}

/** Builds the process around a migrated database. */
export async function createApplication(config: Config, urls: DatabaseUrls): Promise<Application> {
  const app = await createHttpApplication(AppModule.forRoot(config, urls), config);
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
      endConnectionsWithTheirAnswers(app.getHttpServer());
      await pause(config.stopDelayMs);
    },
    close: () => {
      closeUnusedConnections();
      return app.close();
    },
  };
}
