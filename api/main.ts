import './require-node.mjs';
import { type Config, loadConfig } from './config.js';
import { createLogger } from './platform/ops/logger.js';
import { BUILD } from './platform/ops/package-info.js';
import { failStart, runProcess } from './start/life-cycle.js';
import { type CreateApplication, startPlatform } from './start/start-platform.js';

const config = readSettings();
const log = createLogger(config.logLevel);
log.info({ build: BUILD }, 'starting');
await runProcess(() => startPlatform(config, createApplication, log), log);

/** Loaded only when nothing speaks against a start: it is most of the code. */
async function createApplication(...args: Parameters<CreateApplication>): ReturnType<CreateApplication> {
  const application = await import('./application.js');
  return application.createApplication(...args);
}

function readSettings(): Config {
  try {
    return loadConfig();
  } catch (error) {
    return failStart(error);
  }
}
