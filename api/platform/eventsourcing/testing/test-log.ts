import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { KurrentDbSettings } from '../../../config-settings.js';

/** Not part of the build, because only tests use it. */
const DOUBLE = resolve('api/platform/eventsourcing/kurrentdb/testing/double.process.ts');
const RUNS_TYPESCRIPT = resolve('node_modules/jiti/lib/jiti-cli.mjs');

/** The location of a test platform's log, and how to close it. */
export interface TestLog {
  /** Undefined when the log is in the test's database. */
  readonly kurrentDb: KurrentDbSettings | undefined;
  /** The same setting as environment variables for a child process. */
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/**
 * Opens a log in PostgreSQL, or in KurrentDB if KURRENTDB_URL is set for the run. On a server each platform gets its own stream
 * prefix. With KURRENTDB_URL=double each platform gets its own double. It runs in a separate process, as a server does. In the process
 * of the platform, it would wait for the platform's work and miss deadlines.
 */
export async function openTestLog(url = process.env['KURRENTDB_URL']): Promise<TestLog> {
  if (!url) return { kurrentDb: undefined, environment: {}, close: () => undefined };
  if (url !== 'double') {
    const streamPrefix = `test.${crypto.randomUUID().slice(0, 18).replaceAll('-', '')}:`;
    return testLog({ url, streamPrefix }, () => undefined);
  }
  const double = spawn(process.execPath, [RUNS_TYPESCRIPT, DOUBLE], { stdio: ['pipe', 'pipe', 'inherit'] });
  return testLog({ url: await urlOf(double), streamPrefix: '' }, () => void double.kill());
}

/** Returns what the process of the double prints. */
async function urlOf(double: ChildProcess): Promise<string> {
  const printed = once(double.stdout!, 'data') as Promise<[Buffer]>;
  const ended = once(double, 'exit').then(([code]) => {
    throw new Error(`The double of KurrentDB ended with ${code} before it printed its URL.`);
  });
  ended.catch(() => undefined);
  const [text] = await Promise.race([printed, ended]);
  return text.toString();
}

const testLog = (kurrentDb: KurrentDbSettings, close: () => void): TestLog => ({
  kurrentDb,
  environment: { KURRENTDB_URL: kurrentDb.url, KURRENTDB_STREAM_PREFIX: kurrentDb.streamPrefix },
  close,
});
