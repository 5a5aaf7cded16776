import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useRemoveMember } from '../api/remove-member.js';

interface LeaveCourseDialogProps {
  course: { id: string; name: string };
  userId: string;
  onClose: () => void;
}

/** Leaves a course after a confirmation. */
export default function LeaveCourseDialog({ course, userId, onClose }: LeaveCourseDialogProps) {
  const leave = useRemoveMember({ courseId: course.id, userId, done: `You left ${course.name}.` });
  return (
    <ConfirmDialog title={`Leave ${course.name}?`} submit="Leave course" action={leave} onClose={onClose}>
      <p>
        You leave the course and its class. Your instructor no longer sees what you do; you can join again with the
        code.
      </p>
    </ConfirmDialog>
  );
}
