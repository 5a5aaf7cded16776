import { useEffect } from 'react';
import type { Sound } from './sound.js';

/** Ticks on every click of a button of the game. */
export function useTicks(sound: Sound): void {
  useEffect(() => {
    const tick = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest('.rr-game button')) sound.tick();
    };
    window.addEventListener('click', tick);
    return () => window.removeEventListener('click', tick);
  }, [sound]);
}
