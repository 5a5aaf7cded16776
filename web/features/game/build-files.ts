import type { UnityBuild } from '../../../api/contracts/client-config.contract.js';

/** Addresses of a build's files, as its loader takes them. */
export interface BuildFiles {
  loaderUrl: string;
  dataUrl: string;
  frameworkUrl: string;
  codeUrl: string;
}

/** Null when the server has no build. */
export function buildFiles({ files }: UnityBuild): BuildFiles | null {
  return (
    files && {
      loaderUrl: files.loader.url,
      dataUrl: files.data.url,
      frameworkUrl: files.framework.url,
      codeUrl: files.code.url,
    }
  );
}

const TIMEOUT_MS = 10_000;

/**
 * Requests the head of each file, because react-unity-webgl reports no missing loader and little of other missing files.
 * @throws Error when a file is missing, or there is no build
 */
export async function checkFiles(files: BuildFiles | null): Promise<void> {
  if (!files) throw new Error('The server has no game build.');
  await Promise.all(
    Object.values(files).map(async (url: string) => {
      const { ok, status } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!ok) throw new Error(`${url} answered ${status}`);
    }),
  );
}
