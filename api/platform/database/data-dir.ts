import { access, chmod, constants, mkdir, realpath } from 'node:fs/promises';
import { StartError } from './start-error.js';

/**
 * Creates the data folder if it is missing, checks that this process can write to it, and returns its real path.
 * @throws StartError when the folder cannot be created or written
 */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    // When this process is root, PostgreSQL runs as another user, which needs to enter the folder but not to list it.
    const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
    const created = await mkdir(dataDir, { recursive: true, mode });
    if (created) await chmod(dataDir, mode);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (cause) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${(cause as NodeJS.ErrnoException).code}): give this user write access to it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}
