import type { UnityBuild } from '../../../api/contracts/client-config.contract.js';

/** Addresses of a build's four files, as its loader wants them. */
export interface BuildFiles {
  loaderUrl: string;
  dataUrl: string;
  frameworkUrl: string;
  codeUrl: string;
}

/** Only the loader is never compressed; with their version browsers may keep the files for good. */
export function buildFiles({ path, name, compression, version }: UnityBuild): BuildFiles {
  const query = version && `?v=${encodeURIComponent(version)}`;
  const urlOf = (part: string, suffix = compression && `.${compression}`) => `${path}/${name}.${part}${suffix}${query}`;
  return {
    loaderUrl: urlOf('loader.js', ''),
    dataUrl: urlOf('data'),
    frameworkUrl: urlOf('framework.js'),
    codeUrl: urlOf('wasm'),
  };
}

const TIMEOUT_MS = 10_000;

/** Asks for each file's head: react-unity-webgl says nothing of a missing loader, and little of the others. @throws */
export async function checkFiles(files: BuildFiles): Promise<void> {
  await Promise.all(
    Object.values(files).map(async (url: string) => {
      const { ok, status } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!ok) throw new Error(`${url} answered ${status}`);
    }),
  );
}
