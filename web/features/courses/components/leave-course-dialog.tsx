import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useRemoveMember } from '../remove-member.api.js';
import { ownCourseMessages as messages } from '../own-course.messages.js';

interface LeaveCourseDialogProps {
  course: { id: string; name: string };
  userId: string;
  onClose: () => void;
}

/** Leaves a course after a confirmation. */
export default function LeaveCourseDialog({ course, userId, onClose }: LeaveCourseDialogProps) {
  const texts = messages.leaveDialog;
  const leave = useRemoveMember({ courseId: course.id, userId, done: texts.done(course.name) });
  return (
    <ConfirmDialog title={texts.title(course.name)} submit={messages.leave} action={leave} onClose={onClose}>
      <p>{texts.help}</p>
    </ConfirmDialog>
  );
}
