import { useState } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { CheckField } from '../../../shared/ui/check-field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useEndClass } from '../api/end-class.js';

/** The End Term dialog (product §4): ends the running class after a confirmation. */
export function EndTermDialog({ course, onClose }: { course: CourseListing; onClose: () => void }) {
  const [disableMembers, setDisableMembers] = useState(false);
  const end = useEndClass(course);
  return (
    <FormDialog
      title="End Term"
      submit="End class"
      harm
      pending={end.isPending}
      problem={titleOf(end.error)}
      onSubmit={() => end.mutate(disableMembers, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        The running class of {course.name} ends for everyone now. Its gradebook stays, its students leave the course.
        Resuming the class brings them back.
      </p>
      <CheckField
        label="Disable all users in course?"
        checked={disableMembers}
        hint="Students of the class are signed out and cannot sign in until somebody enables them. Instructors and admins are left alone."
        onChange={setDisableMembers}
      />
    </FormDialog>
  );
}
