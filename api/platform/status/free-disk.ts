import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How much room there is for a folder, also before it is made: with a database elsewhere it may never be. */
export async function freeDiskBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return freeDiskBytes(parent);
  }
}
