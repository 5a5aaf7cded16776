import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useChangeInstructor } from '../api/change-instructor.js';
import { instructorsQuery } from '../api/get-instructors.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { coursesMessages as pageMessages } from '../courses.messages.js';
import { InstructorField } from './instructor-field.js';

/** Gives a course to another instructor or admin of its organization. */
export function InstructorDialog({ course, onClose }: { course: CourseListing; onClose: () => void }) {
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
