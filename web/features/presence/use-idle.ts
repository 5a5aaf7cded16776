import { useEffect, useState } from 'react';
import { IDLE_AFTER_MS } from '../../../api/contracts/presence.rule.js';

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Whether nothing has been touched for two minutes. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => watchIdle(setIdle), []);
  return idle;
}

/** The pointer moves a thousand times a minute: each time only the time is noted, and one timer looks at it when it may be due. */
function watchIdle(becomes: (idle: boolean) => void): () => void {
  let touchedAt = Date.now();
  let idle = false;
  let timer = setTimeout(look, IDLE_AFTER_MS);

  function look(): void {
    const left = touchedAt + IDLE_AFTER_MS - Date.now();
    idle = left <= 0;
    if (idle) becomes(true);
    else timer = setTimeout(look, left);
  }

  function touched(): void {
    touchedAt = Date.now();
    if (!idle) return;
    becomes(false);
    look();
  }

  // before the game sees it, which may keep an event to itself
  for (const input of INPUTS) window.addEventListener(input, touched, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const input of INPUTS) window.removeEventListener(input, touched, { capture: true });
  };
}
