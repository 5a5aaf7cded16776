import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteCourse } from '../api/delete-course.js';
import type { CourseState } from '../course-state.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';

interface DeleteCourseDialogProps {
  course: CourseListing;
  state: CourseState;
  onClose: () => void;
}

/** Deletes a course after a confirmation that says what goes with it (docs/rules.md#deleting-a-course). */
export function DeleteCourseDialog({ course, state: { running, upcoming }, onClose }: DeleteCourseDialogProps) {
  const { name, memberCount, password } = course;
  const texts = messages.delete;
  const remove = useDeleteCourse(course);
  return (
    <ConfirmDialog title={texts.title(name)} submit={texts.submit} action={remove} onClose={onClose}>
      {running && <p>{texts.running}</p>}
      {upcoming && <p>{texts.scheduled}</p>}
      <p>
        {memberCount === 0 ? texts.noStudents : texts.students(memberCount)} {password && texts.code(password)}{' '}
        {texts.kept}
      </p>
    </ConfirmDialog>
  );
}
