const SHOWN_MS = 1600;

/** Highlights a cell that has just changed: a fading background, or a static frame when the user prefers reduced motion. */
export function flash(element: Element): void {
  // jsdom and very old browsers cannot animate; the value is updated in any case
  if (!('animate' in element)) return;
  const frame = { boxShadow: 'inset 0 0 0 2px var(--signal)' };
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    element.animate([frame, frame], { duration: SHOWN_MS });
  } else {
    element.animate([{ ...frame, backgroundColor: 'var(--flash)' }, { boxShadow: 'inset 0 0 0 0 var(--signal)' }], {
      duration: SHOWN_MS,
      easing: 'ease-out',
    });
  }
}
