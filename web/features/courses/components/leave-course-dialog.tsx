import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
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
    <FormDialog
      title={`Leave ${course.name}?`}
      submit="Leave course"
      harm
      pending={leave.isPending}
      problem={titleOf(leave.error)}
      onSubmit={() => leave.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        You leave the course and its class. Your instructor no longer sees what you do; you can join again with the
        code.
      </p>
    </FormDialog>
  );
}
