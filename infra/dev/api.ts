/**
 * The API as `npm run dev` runs it. The process is forked in advance and loads the packages, which take most of a start. The parent's
 * messages say when to load the project's code, when to start, and when to exit for a restart. That exit leaves PostgreSQL running for the
 * next process. A signal, or the exit of the parent, stops both.
 */
import 'reflect-metadata';
import { on } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
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

/** A signal that arrives before the start waits for it, because only a started process stops the PostgreSQL that the last one left. */
let early: NodeJS.Signals | undefined;
const postpone = (signal: NodeJS.Signals): void => void (early = signal);
for (const signal of SIGNALS) process.on(signal, postpone);
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
const running = runProcess(async (stopped) => {
  const platform = await startPlatform(config, createApplication, log, stopped);
  void messages
    .next()
    .then(() => platform?.close())
    .finally(() => process.exit());
  return platform;
}, log);
for (const signal of SIGNALS) process.off(signal, postpone);
if (early) process.kill(process.pid, early);
await running;
