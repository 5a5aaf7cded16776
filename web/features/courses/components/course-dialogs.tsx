import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { useNow } from '../../../shared/use-now.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { type CourseState, stateAt } from '../course-state.js';
import type { CoursesViewer } from '../courses-viewer.js';
import { useChangeInstructor, useDeleteCourse } from '../course-changes.api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { instructorsQuery } from '../course-administration.api.js';
import { coursesMessages as pageMessages } from '../courses.messages.js';
import { CreateCourseDialog } from './create-course-dialog.js';
import { EndDialog } from './end-dialog.js';
import { EndTermDialog } from './end-term-dialog.js';
import { ResumeDialog } from './resume-dialog.js';
import { StartDialog } from './start-dialog.js';
import { InstructorField } from './instructor-field.js';

/** An action on one course that opens a dialog. */
type CourseAction = 'start' | 'end' | 'end-now' | 'resume' | 'instructor' | 'delete';

/** A dialog of the Courses page. The course is given by its id, because it may change while the dialog is open. */
export type CourseDialog = { kind: 'create' } | { kind: CourseAction; courseId: string };

/** `grading` and `history` open parts of other features. */
export type OnCourseAction = (action: CourseAction | 'grading' | 'history', course: CourseListing) => void;

interface CourseDialogsProps {
  dialog: CourseDialog;
  courses: readonly CourseListing[];
  viewer: CoursesViewer;
  organizations: readonly { id: string; name: string }[];
  onOpen: (dialog: CourseDialog) => void;
  onClose: () => void;
}

/** The open dialog of the Courses page, in a chunk of its own so that the page loads faster. */
export default function CourseDialogs({ dialog, courses, viewer, organizations, onOpen, onClose }: CourseDialogsProps) {
  const now = useNow();
  if (dialog.kind === 'create')
    return <CreateCourseDialog viewer={viewer} organizations={organizations} onClose={onClose} />;
  const course = courses.find(({ id }) => id === dialog.courseId);
  // deleted by another user while the dialog was open
  if (!course) return null;
  const about = { course, state: stateAt(course, now), now, onClose };
  switch (dialog.kind) {
    case 'start':
      return <StartDialog {...about} />;
    case 'end':
      return <EndDialog {...about} onEndNow={() => onOpen({ kind: 'end-now', courseId: course.id })} />;
    case 'end-now':
      return <EndTermDialog course={course} onClose={onClose} />;
    case 'resume':
      return <ResumeDialog {...about} />;
    case 'instructor':
      return <InstructorDialog course={course} onClose={onClose} />;
    case 'delete':
      return <DeleteCourseDialog {...about} />;
  }
}

interface DeleteCourseDialogProps {
  course: CourseListing;
  state: CourseState;
  onClose: () => void;
}

/** Deletes a course after a confirmation that names what is deleted with it (docs/rules.md#deleting-a-course). */
function DeleteCourseDialog({ course, state: { running, upcoming }, onClose }: DeleteCourseDialogProps) {
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

/** Assigns a course to another instructor or admin of its organization. */
function InstructorDialog({ course, onClose }: { course: CourseListing; onClose: () => void }) {
  const texts = messages.instructor;
  const { data: instructors, error } = useQuery(instructorsQuery(course.ownerOrganizationId));
  const change = useChangeInstructor(course);
  const { control, formState, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ ownerId: z.string() }),
    values: { ownerId: course.ownerId },
    action: change,
  });
  return (
    <FormDialog
      title={pageMessages.row.changeInstructor(course.name)}
      submit={texts.submit}
      action={change}
      disabled={!formState.isDirty}
      problem={error ? texts.couldNotLoad : problem}
      onSubmit={handleSubmit(({ ownerId }) => change.mutate(ownerId, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <InstructorField
        control={control}
        name="ownerId"
        instructors={instructors}
        current={{ id: course.ownerId, username: course.ownerName }}
      />
      <p>{texts.help(course.ownerName)}</p>
    </FormDialog>
  );
}
