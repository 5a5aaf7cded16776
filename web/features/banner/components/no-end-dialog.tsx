import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';

interface NoEndDialogProps {
  pending: boolean;
  error: Error | null;
  onSend: () => void;
  onClose: () => void;
}

/** Tells before sending that a banner without an end is over at once (decisions §2, 12). */
export default function NoEndDialog({ pending, error, onSend, onClose }: NoEndDialogProps) {
  return (
    <FormDialog
      title="Send without an end date?"
      submit="Send Anyway"
      harm
      pending={pending}
      problem={titleOf(error)}
      onSubmit={onSend}
      onClose={onClose}
    >
      <p>A missing end date is replaced by now, so the banner would be hidden at once and nobody would see it.</p>
    </FormDialog>
  );
}
