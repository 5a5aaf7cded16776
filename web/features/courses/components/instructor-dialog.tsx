import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useChangeInstructor } from '../api/change-instructor.js';
import { instructorsQuery } from '../api/get-instructors.js';
import { InstructorField } from './instructor-field.js';

/** Gives a course to another instructor or admin of its organization. */
export function InstructorDialog({ course, onClose }: { course: CourseListing; onClose: () => void }) {
  const { data: instructors, error } = useQuery(instructorsQuery(course.ownerOrganizationId));
  const change = useChangeInstructor(course);
  const { control, formState, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ ownerId: z.string() }),
    values: { ownerId: course.ownerId },
    action: change,
  });
  return (
    <FormDialog
      title={`Change instructor of ${course.name}`}
      submit="Save"
      action={change}
      disabled={!formState.isDirty}
      problem={error ? 'The instructors could not be loaded. Close this dialog and try again.' : problem}
      onSubmit={handleSubmit(({ ownerId }) => change.mutate(ownerId, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <InstructorField
        control={control}
        name="ownerId"
        instructors={instructors}
        current={{ id: course.ownerId, username: course.ownerName }}
      />
      <p>
        {course.ownerName} no longer sees the course, its students and its gradebooks. A running class continues, and
        the access code stays the same.
      </p>
    </FormDialog>
  );
}
