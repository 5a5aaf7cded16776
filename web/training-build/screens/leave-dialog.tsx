import type { ReactNode } from 'react';
import { Dialog } from './dialog.js';

interface LeaveDialogProps {
  title: string;
  stay: string;
  leave: string;
  onStay: () => void;
  onLeave: () => void;
  /** Describes the loss. */
  children: ReactNode;
}

/** Asks before work is lost. */
export function LeaveDialog({ title, stay, leave, onStay, onLeave, children }: LeaveDialogProps) {
  return (
    <Dialog
      title={title}
      answer={stay}
      onClose={onStay}
      more={
        <button type="button" onClick={onLeave}>
          {leave}
        </button>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
