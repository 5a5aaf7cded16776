/** The platform with appends of attempts that are acknowledged and discarded. It shows the cost of the route without its store. */
import { AppModule } from '../../../api/app.module.js';
import { loadConfig } from '../../../api/config.js';
import { streams } from '../../../api/streams.js';
import { EVENT_STORE, type EventStore } from '../../../api/platform/eventsourcing/event-store.js';
import { LOG_START } from '../../../api/platform/eventsourcing/message.js';
import { createHttpApplication } from '../../../api/platform/http/http-application.js';
import { LiveAdapter } from '../../../api/platform/live/live.adapter.js';
import { createLogger } from '../../../api/platform/ops/logger.js';
import { runProcess } from '../../../api/start/life-cycle.js';
import { type CreateApplication, startPlatform } from '../../../api/start/start-platform.js';

const config = loadConfig();
const log = createLogger(config.logLevel);
await runProcess((stopped) => startPlatform(config, createApplication, log, stopped), log);

async function createApplication(...[config, urls]: Parameters<CreateApplication>): ReturnType<CreateApplication> {
  const app = await createHttpApplication(AppModule.forRoot(config, urls), config);
  app.useWebSocketAdapter(new LiveAdapter(app));
  leaveOut(app.get<EventStore>(EVENT_STORE));
  return {
    listen: async () => {
      await app.listen(config.port, config.host);
      return app.getUrl();
    },
    untilReady: () => Promise.resolve(),
    drain: () => Promise.resolve(),
    close: () => app.close(),
  };
}

function leaveOut(store: EventStore): void {
  const append = store.appendToStream.bind(store);
  store.appendToStream = async (stream, expected, events) =>
    streams.holdsOneEvent(stream)
      ? { version: 0, position: LOG_START, repeated: false }
      : append(stream, expected, events);
}
