import { useEffect, useEffectEvent, useState } from 'react';
import { BuildDownload, type BuildFiles } from './build-download.js';

/** Time without a byte after which a download is given up. */
const SILENT_MS = 45_000;
/** Time in which a downloaded build must start: slow computers compile a large one for a minute. */
const STARTING_MS = 120_000;

/**
 * The download of a build, watched until `isOver`. Calls `onBroken` when a file fails, when nothing arrives any more, and
 * when a build that `isLoaded` does not start. A slow download that moves is never given up.
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
        ? setTimeout(() => broken('All files have arrived, but the game does not start.', true), STARTING_MS)
        : setTimeout(() => broken('Nothing arrives any more.', false), SILENT_MS);
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
