import type { ReactNode } from 'react';

/** What one most likely comes for: it has the focus as soon as it is there, so that Enter does. */
export function MainButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button ref={focus} type="button" className="main" onClick={onClick}>
      {children}
    </button>
  );
}

/** What stands above it is read first. */
const focus = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true });
