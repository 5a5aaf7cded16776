import { useEffect, useEffectEvent, useState } from 'react';
import { BuildDownload, type BuildFiles } from './build-download.js';

/** A download that sends no byte for this long has ended. */
const SILENT_MS = 45_000;
/** Slow computers compile a large build for a minute without a word from its loader. */
const STARTING_MS = 120_000;

/**
 * The download of a build, watched until `isOver`. Calls back when a file fails or nothing moves any more; a slow download
 * that moves is never given up.
 */
export function useDownload(files: BuildFiles, isOver: boolean, onBroken: (reason: unknown) => void): BuildDownload {
  const [download] = useState(() => new BuildDownload(files));
  const broken = useEffectEvent(onBroken);
  useEffect(() => {
    if (isOver) return undefined;
    const endWatch = download.watch((reason) => broken(reason));
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      clearTimeout(timer);
      timer = download.read().isComplete
        ? setTimeout(() => broken('All files have arrived, but the game does not start.'), STARTING_MS)
        : setTimeout(() => broken('Nothing arrives any more.'), SILENT_MS);
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
