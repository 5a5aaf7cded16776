import type { KurrentDbSettings } from '../../../config-settings.js';

/** Where the log of one test platform lies, and how to let go of it. */
export interface TestLog {
  /** Undefined: in the test's database. */
  readonly kurrentDb: KurrentDbSettings | undefined;
  /** The same for a process: its environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/**
 * In PostgreSQL, unless the run was given a KURRENTDB_URL: then in that server, each platform under a prefix of its own, or with
 * KURRENTDB_URL=double in one double each.
 */
export async function openTestLog(url = process.env['KURRENTDB_URL']): Promise<TestLog> {
  if (!url) return { kurrentDb: undefined, environment: {}, close: () => undefined };
  if (url !== 'double') {
    const streamPrefix = `test.${crypto.randomUUID().slice(0, 18).replaceAll('-', '')}.`;
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
