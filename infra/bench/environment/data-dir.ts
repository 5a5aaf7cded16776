import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoWhenInterrupted } from './interruption.js';

/** Creates an empty data folder that other system users may pass through. Under root, the database runs as another user. */
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
