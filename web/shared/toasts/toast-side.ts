export type ToastSide = 'top' | 'bottom';

/** What the person clicked or focused last. */
let lastTarget: Element | null = null;

function remember({ target }: Event): void {
  if (target instanceof Element) lastTarget = target;
}

/** Remembers what the person clicks and focuses, so that messages do not cover it. Returns a function that stops. */
export function followActions(): () => void {
  document.addEventListener('pointerdown', remember, true);
  document.addEventListener('focusin', remember);
  return () => {
    document.removeEventListener('pointerdown', remember, true);
    document.removeEventListener('focusin', remember);
    lastTarget = null;
  };
}

/** The edge of the window that is further away from what the person acted on; the bottom if that is gone. */
export function sideAwayFromAction(): ToastSide {
  if (!lastTarget?.isConnected) return 'bottom';
  const { top, bottom } = lastTarget.getBoundingClientRect();
  return (top + bottom) / 2 > window.innerHeight / 2 ? 'top' : 'bottom';
}
