import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import { makeDataDir } from './data-dir.js';
import { type Fixture, fixtureFile, loadFixture } from './fixture.js';
import { undoWhenInterrupted } from './interruption.js';
import { platformEnvironment, PlatformProcess, type ProcessOptions } from './platform-process.js';

/** A platform with a past, for all suites that want one; they use it one after the other. */
export interface Environment {
  readonly dataDir: string;
  readonly fixture: Fixture;
  start(options?: Partial<ProcessOptions>): Promise<PlatformProcess>;
  remove(): Promise<void>;
}

/** Builds the fixture in a temporary folder, or in `keep`, where a later run finds it again. */
export async function openEnvironment(keep: string | undefined, say: (line: string) => void): Promise<Environment> {
  const { dataDir, remove } = keep ? await keptFolder(keep) : await makeDataDir('data');
  if (!existsSync(fixtureFile(dataDir))) {
    const began = performance.now();
    await buildFixture(dataDir);
    say(`Built 500 students × 60 scenarios, 200,000 events, in ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  return {
    dataDir,
    fixture: await loadFixture(dataDir),
    start: (options = {}) => PlatformProcess.start({ dataDir, ...options }),
    remove,
  };
}

async function keptFolder(folder: string) {
  const dataDir = resolve(folder);
  await mkdir(dataDir, { recursive: true });
  return { dataDir, remove: async () => undefined };
}

async function buildFixture(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [join(PACKAGE_ROOT, 'dist/infra/bench/environment/build-fixture.js')], {
    cwd: PACKAGE_ROOT,
    env: { ...platformEnvironment(dataDir), ROLES: 'worker', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  const ended = undoWhenInterrupted(async () => {
    child.kill();
    await exit;
  });
  const [code] = (await exit) as [number | null];
  ended();
  if (code !== 0) throw new Error('The fixture could not be built.');
}
