import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnityBuildSettings } from '../../config-settings.js';
import type { UnityBuild } from '../../contracts/client-config.contract.js';
import { PACKAGE_ROOT } from '../ops/package-info.js';

/** Where the build lies in URLs (decisions V1). */
export const UNITY_BUILD_PATH = '/unitybuild';
/** Where the web is built to, and with it the build that comes along. */
export const WEB_ROOT = join(PACKAGE_ROOT, 'dist', 'web');

const COMPRESSIONS = ['', 'gz', 'br'] as const;
const PARTS = ['data', 'framework.js', 'wasm'] as const;
const VERSION_LENGTH = 16;

export const unityBuildFolder = (settings: UnityBuildSettings, webRoot: string = WEB_ROOT): string =>
  settings.folder ?? join(webRoot, UNITY_BUILD_PATH);

/** The build as it lies in `folder` right now: another one can be put over it while the server runs. */
export async function describeUnityBuild(settings: UnityBuildSettings, folder: string): Promise<UnityBuild> {
  const { name, compression } = settings;
  const where = { path: UNITY_BUILD_PATH, name };
  for (const candidate of compression === undefined ? COMPRESSIONS : [compression]) {
    const version = await versionOf(folder, name, candidate);
    if (version) return { ...where, compression: candidate, version };
  }
  return { ...where, compression: compression ?? '', version: '' };
}

/** Another one when a file was changed; null unless all four are there. */
async function versionOf(folder: string, name: string, compression: UnityBuild['compression']): Promise<string | null> {
  const suffix = compression && `.${compression}`;
  const files = [`${name}.loader.js`, ...PARTS.map((part) => `${name}.${part}${suffix}`)];
  const hash = createHash('sha256');
  try {
    for (const file of files) {
      const { size, mtimeMs } = await stat(join(folder, file));
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  } catch {
    return null;
  }
  return hash.digest('base64url').slice(0, VERSION_LENGTH);
}
