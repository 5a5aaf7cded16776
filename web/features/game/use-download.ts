import { useEffect, useEffectEvent, useState } from 'react';
import { BuildDownload, type BuildFiles } from './build-download.js';

/** Time without a byte after which a download is aborted. */
const STALLED_AFTER_MS = 45_000;
/** Time limit for the start of a downloaded build. Slow computers need a minute to compile a large one. */
const STARTING_MS = 120_000;

/**
 * Watches the download of a build until `isOver`. Calls `onBroken` when a file fails, when no more bytes arrive, or when a build that
 * `isLoaded` does not start. A slow download is never aborted while bytes arrive.
 */
export function useDownload(
  files: BuildFiles,
  isOver: boolean,
  onBroken: (reason: unknown, isLoaded: boolean) => void,
): BuildDownload {
  const [download] = useState(() => new BuildDownload(files));
  const broken = useEffectEvent(onBroken);
  useEffect(() => {
    if (isOver) return undefined;
    const endWatch = download.watch((reason) => broken(reason, false));
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      clearTimeout(timer);
      timer = download.read().isComplete
        ? setTimeout(() => broken('All files are downloaded, but the game has not started.', true), STARTING_MS)
        : setTimeout(() => broken('The download has stalled.', false), STALLED_AFTER_MS);
    };
    wait();
    const stopWaiting = download.subscribe(wait);
    return () => {
      clearTimeout(timer);
      stopWaiting();
      endWatch(download.read().isComplete ? 'continue' : 'abort');
    };
  }, [download, isOver]);
  return download;
}
