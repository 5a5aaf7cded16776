import './require-node.mjs';
import { type Config, loadConfig } from './config.js';
import { createLogger } from './platform/ops/logger.js';
import { CLI, BUILD } from './platform/ops/package-info.js';
import { failStart, runProcess } from './start/life-cycle.js';
import { type CreateApplication, startPlatform } from './start/start-platform.js';

if (process.argv.length > 2) await readArguments(process.argv.slice(2));
const config = readSettings();
const log = createLogger(config.logLevel);
log.info({ build: BUILD }, 'starting');
await runProcess((stopped) => startPlatform(config, createApplication, log, stopped), log);

/** Loads the application after all checks have passed, because it is most of the code. */
async function createApplication(...args: Parameters<CreateApplication>): ReturnType<CreateApplication> {
  const application = await import('./application.js');
  return application.createApplication(...args);
}

/** Handles command line arguments, none of which starts the platform: prints help, version or an error, and exits. */
async function readArguments(args: readonly string[]): Promise<void> {
  const [{ commandLine, exitCodeOfCommander }, { processTerminal }] = await Promise.all([
    import('./cli/command-line.js'),
    import('./cli/process-terminal.js'),
  ]);
  const program = commandLine('npm start --', processTerminal(process.stdin, process.stderr))
    .description(`Starts the platform. Settings are environment variables: ${CLI} config prints all with their values.`)
    .action(() => undefined);
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    process.exit(exitCodeOfCommander(error) ?? 1);
  }
}

function readSettings(): Config {
  try {
    return loadConfig();
  } catch (error) {
    return failStart(error);
  }
}
