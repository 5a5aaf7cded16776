import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ClientConfig } from '../../../api/contracts/client-config.contract.js';

const SERVED_WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 100;

export const readConfig = async (url: string): Promise<ClientConfig> =>
  (await (await fetch(`${url}/config.json`)).json()) as ClientConfig;

/** The folder of the game build that a platform serves; a spec replaces its content while the platform runs. */
export class InstalledBuild {
  private readonly parent = mkdtempSync(join(tmpdir(), 'ready-room-unity-builds-'));
  /** Value of `UNITY_BUILD_DIR`. */
  readonly folder = join(this.parent, 'game');

  constructor(write: (folder: string) => void) {
    write(this.folder);
  }

  /** Replaces the build, and resolves with its description once the platform at `url` serves it. */
  async replace(url: string, write: (folder: string) => void): Promise<ClientConfig['unityBuild']> {
    const { unityBuild: before } = await readConfig(url);
    const next = join(this.parent, 'next');
    write(next);
    rmSync(this.folder, { recursive: true });
    renameSync(next, this.folder);
    const deadline = Date.now() + SERVED_WITHIN_MS;
    for (;;) {
      const { unityBuild } = await readConfig(url);
      if (!isDeepStrictEqual(unityBuild, before)) return unityBuild;
      if (Date.now() > deadline) throw new Error('The platform still serves the previous build.');
      await pause(LOOK_AGAIN_MS);
    }
  }

  remove(): void {
    rmSync(this.parent, { recursive: true });
  }
}
