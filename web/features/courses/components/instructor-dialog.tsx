import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useChangeInstructor } from '../api/change-instructor.js';
import { instructorsQuery } from '../api/get-instructors.js';
import { InstructorField } from './instructor-field.js';

/** Gives a course to another instructor or admin of its organization. */
export function InstructorDialog({ course, onClose }: { course: CourseListing; onClose: () => void }) {
  const [ownerId, setOwnerId] = useState(course.ownerId);
  const { data: instructors, error } = useQuery(instructorsQuery(course.ownerOrganizationId));
  const change = useChangeInstructor(course);
  return (
    <FormDialog
      title={`Change instructor of ${course.name}`}
      submit="Save"
      pending={change.isPending}
      disabled={ownerId === course.ownerId || ownerId === ''}
      problem={error ? 'The instructors could not be loaded. Close this and try again.' : titleOf(change.error)}
      onSubmit={() => change.mutate(ownerId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <InstructorField
        instructors={instructors}
        value={ownerId}
        current={{ id: course.ownerId, username: course.ownerName }}
        onChange={(id) => {
          setOwnerId(id);
          change.reset();
        }}
      />
      <p>
        {course.ownerName} no longer sees the course, its students and its gradebooks. A class that runs goes on, and
        its access code stays.
      </p>
    </FormDialog>
  );
}
