import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteCourse } from '../api/delete-course.js';
import type { CourseState } from '../course-state.js';

interface DeleteCourseDialogProps {
  course: CourseListing;
  state: CourseState;
  onClose: () => void;
}

/** Deletes a course after a confirmation that says what goes with it (decisions C15). */
export function DeleteCourseDialog({ course, state: { running, upcoming }, onClose }: DeleteCourseDialogProps) {
  const { name, memberCount, password } = course;
  const remove = useDeleteCourse(course);
  return (
    <ConfirmDialog title={`Delete ${name}?`} submit="Delete" action={remove} onClose={onClose}>
      {running && <p>The class that runs ends for everyone now.</p>}
      {upcoming && <p>The class that is scheduled will not start.</p>}
      <p>
        {memberCount === 1 ? 'One student loses' : `${memberCount} students lose`} the course
        {password && <>, and nobody can join with {password} any more</>}. The gradebooks of its classes stay, for
        system admins only. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
