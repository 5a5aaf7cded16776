import { toggleFullScreen, useIsFullScreen } from './full-screen.js';

/** Full-screen button, where the browser supports full screen for elements. */
export function FullScreenButton() {
  const isFull = useIsFullScreen();
  if (!document.fullscreenEnabled) return null;
  const name = isFull ? 'Leave full screen' : 'Full screen';
  return (
    <button type="button" className="icon" aria-label={name} title={name} onClick={() => void toggleFullScreen()}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden>
        <path fill="currentColor" d={isFull ? INWARD : OUTWARD} />
      </svg>
    </button>
  );
}

const OUTWARD = 'M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z';
const INWARD = 'M8 4h2v6H4V8h4zm6 0h2v4h4v2h-6zM4 14h6v6H8v-4H4zm10 0h6v2h-4v4h-2z';
