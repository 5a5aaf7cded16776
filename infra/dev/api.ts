/**
 * The API as `npm run dev` runs it. The process is forked before the change that it will run is made, and loads the packages then,
 * which are most of a start. The parent's messages say when to load our own code, when to start, and when to end for a restart.
 * That end leaves PostgreSQL running, and the next process takes the server over. A signal ends both, and so does the end of the
 * parent.
 */
import 'reflect-metadata';
import { on } from 'node:events';

const PACKAGES = [
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/jwt',
  '@nestjs/passport',
  '@nestjs/platform-fastify',
  '@nestjs/platform-socket.io',
  '@nestjs/swagger',
  'bullmq',
  'passport-jwt',
  'pg',
  'pino',
  'prom-client',
  'typeorm',
  'zod',
];

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const messages = on(process, 'message');
await Promise.allSettled(PACKAGES.map((name) => import(name)));
await messages.next();
const [{ createApplication }, { loadConfig }, { createLogger }, { failStart, runProcess }, { startPlatform }] =
  await Promise.all([
    import('../../api/application.js'),
    import('../../api/config.js'),
    import('../../api/platform/ops/logger.js'),
    import('../../api/start/life-cycle.js'),
    import('../../api/start/start-platform.js'),
  ]);
await messages.next();

const config = (() => {
  try {
    return loadConfig();
  } catch (error) {
    return failStart(error);
  }
})();
const log = createLogger(config.logLevel);
await runProcess(async () => {
  const platform = await startPlatform(config, createApplication, log);
  void messages
    .next()
    .then(() => platform.close())
    .finally(() => process.exit());
  return platform;
}, log);
