import { useEffect, useEffectEvent, useState } from 'react';
import type { StartupArguments } from '../../../api/contracts/game.contract.js';
import { getStartup } from './api/get-startup.js';
import { type BuildFiles, checkFiles } from './build-files.js';

/** The game's startup arguments once it is certain that its files are there, null before. */
export function usePrepared(files: BuildFiles | null, onBroken: (reason: unknown) => void): StartupArguments | null {
  const [startup, setStartup] = useState<StartupArguments | null>(null);
  const broken = useEffectEvent(onBroken);
  useEffect(() => {
    let isOver = false;
    Promise.all([getStartup(), checkFiles(files)]).then(
      ([found]) => !isOver && setStartup(found),
      (error: unknown) => !isOver && broken(error),
    );
    return () => {
      isOver = true;
    };
  }, [files]);
  return startup;
}
