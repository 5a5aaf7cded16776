import type { SubmissionState } from '../../../shared/forms/use-submission.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';

interface NoEndDialogProps {
  action: SubmissionState;
  onSend: () => void;
  onClose: () => void;
}

/** Warns before sending that a banner without an end is over immediately. */
export default function NoEndDialog({ action, onSend, onClose }: NoEndDialogProps) {
  return (
    <FormDialog
      title="Send without an end date?"
      submit="Send Anyway"
      harm
      action={action}
      onSubmit={onSend}
      onClose={onClose}
    >
      <p>A missing end date is replaced by now, so the banner would be hidden at once and nobody would see it.</p>
    </FormDialog>
  );
}
