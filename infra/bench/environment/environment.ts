import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeDataDir } from './data-dir.js';
import { type Fixture, fixtureFile, loadFixture } from './fixture.js';
import { PlatformProcess, type ProcessOptions } from './platform-process.js';
import { runBuilder } from './run-builder.js';

/** The platform with the fixture's data. Suites that need it use it one after the other. */
export interface Environment {
  readonly dataDir: string;
  readonly fixture: Fixture;
  start(options?: Partial<ProcessOptions>): Promise<PlatformProcess>;
  remove(): Promise<void>;
}

/** Builds the fixture in a temporary folder, or in `keep`, where later runs reuse it. */
export async function openEnvironment(keep: string | undefined, say: (line: string) => void): Promise<Environment> {
  const { dataDir, remove } = keep ? await keptFolder(keep) : await makeDataDir('data');
  if (!existsSync(fixtureFile(dataDir))) {
    const began = performance.now();
    await runBuilder('environment/build-fixture.js', dataDir);
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
