import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '../config.js';
import { isReadOnly, isTransientStartFailure } from '../platform/failures.js';
import { StartError } from '../platform/database/start-error.js';
import { LogUnavailable } from '../platform/eventsourcing/kurrentdb/log-unavailable.js';
import type { StartLog } from './start-log.js';
import type { RunningPlatform } from './start-platform.js';

/** The rest of ten seconds after the embedded PostgreSQL has used its longest time to stop. */
const DRAIN_MS = 5_500;
/** Ignores duplicate signals: Ctrl-C arrives from the terminal and from npm, which forwards it. */
const SAME_SIGNAL_MS = 1_000;
const NO_SPACE = 'ENOSPC';
/** PostgreSQL's message about its own full disk. */
const DATABASE_DISK_FULL = '53100';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the process from start to exit. Prints the ready line when the node is ready, stops gracefully on a signal (immediately on a second
 * one), and prints why a start failed in one sentence.
 */
export async function runProcess(
  start: (stopped: AbortSignal) => Promise<RunningPlatform | undefined>,
  log: StartLog,
): Promise<void> {
  let platform: RunningPlatform | undefined;
  let stopSince: number | undefined;
  let isRefused = false;
  const stopping = new AbortController();
  const stop = async (code: number): Promise<never> => {
    stopSince ??= Date.now();
    await Promise.race([
      platform?.close(),
      pause(DRAIN_MS).then(() => log.warn('unfinished requests were aborted')),
    ]).catch((error: unknown) => log.fatal(error, 'the application did not close'));
    return end(code);
  };
  const leave = async (running: RunningPlatform): Promise<never> => {
    await running.drain().catch((error: unknown) => log.fatal(error, 'the application did not drain'));
    return stop(0);
  };
  const end = async (code: number): Promise<never> => {
    await platform?.stopDatabase().catch((error: unknown) => log.fatal(error, 'PostgreSQL did not stop'));
    process.exit(code);
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stopSince === undefined) {
        stopSince = Date.now();
        stopping.abort();
        // A start in progress finishes first, so that all of it is stopped.
        if (platform) void leave(platform);
      } else if (Date.now() - stopSince > SAME_SIGNAL_MS) void end(1);
    });
  }
  const crash = (error: unknown): void => {
    if (isRefusal(error)) console.error(error.message);
    else log.fatal(error, 'unexpected error');
    isRefused ||= isRefusal(error);
    // A start in progress finishes first here too.
    if (stopSince !== undefined || (isRefused && !platform)) return;
    void stop(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  try {
    platform = await start(stopping.signal);
  } catch (error) {
    failStart(error);
  }
  if (!platform || stopSince !== undefined || isRefused) return stop(isRefused ? 1 : 0);
  // Signals are handled meanwhile, because a node of a new build may wait long for its read models.
  await platform.untilReady(stopping.signal);
  if (!stopping.signal.aborted) process.stdout.write(`ready ${platform.address}\n`);
}

/** Prints errors that the operator can fix as one plain sentence. Any other error is a bug and shows its stack. */
export function failStart(error: unknown): never {
  console.error(reasonOf(error));
  process.exit(1);
}

const isRefusal = (error: unknown): error is StartError | ConfigError =>
  error instanceof StartError || error instanceof ConfigError;

function reasonOf(error: unknown): unknown {
  if (isRefusal(error)) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === NO_SPACE) return 'The disk of DATA_DIR is full: free some space, then start again.';
  if (code === DATABASE_DISK_FULL)
    return 'The disk of the database is full: free some space on its server, then start again.';
  if (isReadOnly(error)) return 'The database only accepts reads: allow writes on its server, then start again.';
  if (!isTransientStartFailure(error)) return error;
  if (error instanceof LogUnavailable)
    return `The event log does not answer (${error.reason}): check KURRENTDB_URL and that KurrentDB runs.`;
  const said = error instanceof Error ? ` (${error.message})` : '';
  return `The database did not answer in time${said}: start again, and check its load if this continues.`;
}
