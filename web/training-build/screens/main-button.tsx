import type { ReactNode } from 'react';

/** The main button of a screen. It receives the focus when it appears, so that Enter activates it. */
export function MainButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button ref={focus} type="button" className="main" onClick={onClick}>
      {children}
    </button>
  );
}

/** Does not scroll, because the text above is read first. */
const focus = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true });
