import { type ReactNode, useId } from 'react';
import { MainButton } from './main-button.js';

interface DialogProps {
  title: string;
  /** Label of the button that returns to the flight; Escape does the same. */
  answer: string;
  onClose: () => void;
  children: ReactNode;
  /** Other buttons. */
  more?: ReactNode;
}

/** Dialog over a paused flight. It covers the whole window, because on a phone the frame of the game is too small. */
export function Dialog({ title, answer, onClose, children, more }: DialogProps) {
  const heading = useId();
  return (
    // keys pressed in it must not control the flight
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={show}
      className="dialog"
      aria-labelledby={heading}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h1 id={heading}>{title}</h1>
      {children}
      <div className="row end">
        {more}
        <MainButton onClick={onClose}>{answer}</MainButton>
      </div>
    </dialog>
  );
}

const show = (dialog: HTMLDialogElement | null): void => {
  if (dialog && !dialog.open) dialog.showModal();
};
