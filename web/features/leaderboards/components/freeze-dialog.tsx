import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useChangeLeaderboard } from '../api/leaderboard-settings.js';

interface FreezeDialogProps {
  courseId: string;
  isFrozen: boolean;
  onClose: () => void;
}

/** Freezes the board for students, or reveals it, after a confirmation. */
export default function FreezeDialog({ courseId, isFrozen, onClose }: FreezeDialogProps) {
  const done = isFrozen ? 'The board is revealed.' : 'The board is frozen for students.';
  const change = useChangeLeaderboard(courseId, done);
  return (
    <FormDialog
      title={isFrozen ? 'Reveal the board?' : 'Freeze the board?'}
      submit={isFrozen ? 'Reveal' : 'Freeze'}
      action={change}
      onSubmit={() => change.mutate({ frozen: !isFrozen }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isFrozen ? (
        <p>Students see the places of now at once, on every screen that shows this board.</p>
      ) : (
        <p>Students see the places of now until you reveal the board. You see it go on, and every point counts.</p>
      )}
    </FormDialog>
  );
}
