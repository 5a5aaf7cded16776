import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useChangeLeaderboard } from '../leaderboards.api.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';

interface FreezeDialogProps {
  courseId: string;
  isFrozen: boolean;
  onClose: () => void;
}

/** Freezes the board for students, or reveals it, after a confirmation. */
export default function FreezeDialog({ courseId, isFrozen, onClose }: FreezeDialogProps) {
  const texts = isFrozen ? messages.revealDialog : messages.freezeDialog;
  const change = useChangeLeaderboard(courseId, texts.done);
  return (
    <FormDialog
      title={texts.title}
      submit={isFrozen ? messages.reveal : messages.freeze}
      action={change}
      onSubmit={() => change.mutate({ frozen: !isFrozen }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{texts.help}</p>
    </FormDialog>
  );
}
