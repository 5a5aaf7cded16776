interface Follower {
  move(event: PointerEvent): void;
  end(): void;
}

/** Follows the pointer of an event until it is released, anywhere on the page. */
export function followPointer({ pointerId }: PointerEvent, { move, end }: Follower): void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('pointermove', (event) => event.pointerId === pointerId && move(event), { signal });
  for (const over of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(
      over,
      (event) => {
        if (event.pointerId !== pointerId) return;
        stop.abort();
        end();
      },
      { signal },
    );
}
