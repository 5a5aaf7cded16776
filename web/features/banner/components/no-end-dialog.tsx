import type { SubmissionState } from '../../../shared/forms/use-submission.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { bannerDialogsMessages } from '../banner-dialogs.messages.js';

interface NoEndDialogProps {
  action: SubmissionState;
  onSend: () => void;
  onClose: () => void;
}

/** Warns before sending that a banner without an end is over immediately. */
export default function NoEndDialog({ action, onSend, onClose }: NoEndDialogProps) {
  const messages = bannerDialogsMessages.noEnd;
  return (
    <FormDialog
      title={messages.title}
      submit={messages.submit}
      harm
      action={action}
      onSubmit={onSend}
      onClose={onClose}
    >
      <p>{messages.help}</p>
    </FormDialog>
  );
}
