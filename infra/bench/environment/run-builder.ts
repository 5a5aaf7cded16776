import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { undoWhenInterrupted } from './interruption.js';
import { measuredBuild } from './measured-build.js';
import { platformEnvironment } from './platform-process.js';

/** Runs a script of the benchmarks on an empty data folder, in its own process. */
export async function runBuilder(script: string, dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [join(measuredBuild(), 'dist/infra/bench', script)], {
    cwd: measuredBuild(),
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
