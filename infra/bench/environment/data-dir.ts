import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoWhenInterrupted } from './interruption.js';

/** An empty data folder that another system user may pass through, as the database does when we are root. */
export async function makeDataDir(name: string): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), `ready-room-bench-${name}-`));
  await chmod(dataDir, 0o711);
  const removed = undoWhenInterrupted(() => rm(dataDir, { recursive: true, force: true }));
  const remove = async (): Promise<void> => {
    await rm(dataDir, { recursive: true, force: true });
    removed();
  };
  return { dataDir, remove };
}
