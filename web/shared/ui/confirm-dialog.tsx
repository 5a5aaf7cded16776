import type { ReactNode } from 'react';
import type { SubmissionState } from '../forms/use-submission.js';
import { FormDialog } from './form-dialog.js';

interface ConfirmDialogProps {
  title: string;
  /** Label of the confirm button. */
  submit: string;
  action: SubmissionState & { mutate: (input: void, options: { onSuccess: () => void }) => void };
  disabled?: boolean;
  onClose: () => void;
  /** Consequences of the action. */
  children: ReactNode;
}

/** Confirms a harmful action and closes when it is done. Mount it to open it. */
export function ConfirmDialog({ action, ...asked }: ConfirmDialogProps) {
  return (
    <FormDialog
      {...asked}
      harm
      action={action}
      onSubmit={() => action.mutate(undefined, { onSuccess: asked.onClose })}
    />
  );
}
