import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { titleOf } from '../api-client/api-error.js';
import { FormDialog } from './form-dialog.js';

interface ConfirmDialogProps {
  title: string;
  /** Text of the button that does it. */
  submit: string;
  action: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  disabled?: boolean;
  onClose: () => void;
  /** What it leads to. */
  children: ReactNode;
}

/** Asks before harm is done, does it, and closes once it is done. Mount it to open it. */
export function ConfirmDialog({ action, ...asked }: ConfirmDialogProps) {
  return (
    <FormDialog
      {...asked}
      harm
      pending={action.isPending}
      problem={titleOf(action.error)}
      onSubmit={() => action.mutate(undefined, { onSuccess: asked.onClose })}
    />
  );
}
