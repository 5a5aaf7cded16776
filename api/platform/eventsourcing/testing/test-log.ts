import type { KurrentDbSettings } from '../../../config-settings.js';

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
 * prefix. With KURRENTDB_URL=double each platform gets its own double.
 */
export async function openTestLog(url = process.env['KURRENTDB_URL']): Promise<TestLog> {
  if (!url) return { kurrentDb: undefined, environment: {}, close: () => undefined };
  if (url !== 'double') {
    const streamPrefix = `test.${crypto.randomUUID().slice(0, 18).replaceAll('-', '')}:`;
    return testLog({ url, streamPrefix }, () => undefined);
  }
  const { KurrentDbDouble } = await import('../kurrentdb/testing/kurrentdb-double.js');
  const double = await KurrentDbDouble.start();
  return testLog({ url: double.url, streamPrefix: '' }, () => double.close());
}

const testLog = (kurrentDb: KurrentDbSettings, close: () => void): TestLog => ({
  kurrentDb,
  environment: { KURRENTDB_URL: kurrentDb.url, KURRENTDB_STREAM_PREFIX: kurrentDb.streamPrefix },
  close,
});
