import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeDataDir } from '../environment/data-dir.js';
import { countEvents, withDatabase } from '../environment/database.js';
import { measuredBuild } from '../environment/measured-build.js';
import { platformEnvironment } from '../environment/platform-process.js';
import { type Figure, figure } from '../figure.js';
import type { Suite, SuiteContext } from '../suite.js';

const MILLION = 1_000_000;
const MOST_SECONDS = 600;

const run = promisify(execFile);

/**
 * Measures a backup of the platform with the fixture's data, and its restore into an empty data folder with a rebuild of the read models.
 */
export const backup: Suite = {
  name: 'backup',
  async run(context) {
    const folder = await mkdtemp(join(tmpdir(), 'ready-room-bench-backup-'));
    const fresh = await makeDataDir('restored');
    try {
      return await measure(context, folder, fresh.dataDir);
    } finally {
      await fresh.remove();
      await rm(folder, { recursive: true });
    }
  },
};

async function measure({ say, environment }: SuiteContext, folder: string, freshDir: string): Promise<Figure[]> {
  const { dataDir, start } = await environment();
  const platform = await start();
  const [file, keys] = [join(folder, 'backup'), join(folder, 'keys')];
  const events = await withDatabase(dataDir, (client) => countEvents(client));
  let saved: number;
  try {
    saved = await cli(dataDir, 'backup', file, '--keys', keys);
  } finally {
    await platform.stop();
  }
  const { size } = await stat(file);
  const checked = await cli(freshDir, 'restore', '--check', file, '--keys', keys);
  const restored = await cli(freshDir, 'restore', file, '--keys', keys);
  const megabytes = (size / 1e6).toFixed(0);
  say(
    `${events.toLocaleString('en')} events: saved in ${saved.toFixed(1)} s (${megabytes} MB), checked in ${checked.toFixed(1)} s, restored in ${restored.toFixed(1)} s`,
  );
  return [
    figure('backup of a million events, by this measure', (saved * MILLION) / events, 's'),
    figure('  restored and built anew', (restored * MILLION) / events, 's', { atMost: MOST_SECONDS }),
  ];
}

/** Returns the seconds of a command in its own process. */
async function cli(dataDir: string, ...args: string[]): Promise<number> {
  const began = performance.now();
  const env = { ...platformEnvironment(dataDir), LOG_LEVEL: 'error' };
  await run(process.execPath, [join(measuredBuild(), 'dist/api/cli.js'), ...args], { cwd: measuredBuild(), env });
  return (performance.now() - began) / 1_000;
}
