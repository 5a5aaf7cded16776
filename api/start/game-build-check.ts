import type { UnityBuildSettings } from '../config-settings.js';
import { StartError } from '../platform/database/start-error.js';
import { buildProblem, measureBuild, readContents } from '../platform/http/unity-build.js';

/**
 * Refuses a configured folder without a build that can be played. The training build may be missing, as in development.
 * @throws StartError that says what was found, what is missing and what to do
 */
export async function assertGameBuild(settings: UnityBuildSettings): Promise<void> {
  if (settings.folder === undefined) return;
  try {
    await readContents(settings, await measureBuild(settings));
  } catch (error) {
    throw new StartError(buildProblem(error, settings), { cause: error });
  }
}
