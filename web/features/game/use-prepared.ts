import { useEffect, useEffectEvent, useState } from 'react';
import type { StartupArguments } from '../../../api/contracts/game.contract.js';
import { getStartup } from './api/get-startup.js';
import type { BuildDownload } from './build-download.js';

/** Returns the game's startup arguments once the build's scripts have arrived, null before. */
export function usePrepared(download: BuildDownload, onBroken: (reason: unknown) => void): StartupArguments | null {
  const [startup, setStartup] = useState<StartupArguments | null>(null);
  const broken = useEffectEvent(onBroken);
  useEffect(() => {
    let isOver = false;
    Promise.all([getStartup(), download.fetchScripts()]).then(
      ([found]) => !isOver && setStartup(found),
      (error: unknown) => !isOver && broken(error),
    );
    return () => {
      isOver = true;
    };
  }, [download]);
  return startup;
}
