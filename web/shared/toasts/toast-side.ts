export type ToastSide = 'top' | 'bottom';

/** The element that was clicked or focused last. */
let lastTarget: Element | null = null;

function remember({ target }: Event): void {
  if (target instanceof Element) lastTarget = target;
}

/** Tracks clicks and focus, so that messages do not cover the active element. Returns a function that stops it. */
export function followActions(): () => void {
  document.addEventListener('pointerdown', remember, true);
  document.addEventListener('focusin', remember);
  return () => {
    document.removeEventListener('pointerdown', remember, true);
    document.removeEventListener('focusin', remember);
    lastTarget = null;
  };
}

/** Returns the edge of the window further away from the last used element; the bottom if the element is gone. */
export function sideAwayFromAction(): ToastSide {
  if (!lastTarget?.isConnected) return 'bottom';
  const { top, bottom } = lastTarget.getBoundingClientRect();
  return (top + bottom) / 2 > window.innerHeight / 2 ? 'top' : 'bottom';
}
