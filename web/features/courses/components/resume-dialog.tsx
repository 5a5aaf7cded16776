import { useState } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { CheckField } from '../../../shared/ui/check-field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useResumeClass } from '../api/resume-class.js';
import type { CourseState } from '../course-state.js';
import { SkippedDialog } from './skipped-dialog.js';

interface ResumeDialogProps {
  course: CourseListing;
  state: CourseState;
  onClose: () => void;
}

/** Takes up the class that ended last, as if it had never ended (product §4), and tells who could not be enabled again. */
export function ResumeDialog({ course, state: { ended }, onClose }: ResumeDialogProps) {
  const [reenable, setReenable] = useState(true);
  const resume = useResumeClass(course);
  if (resume.isSuccess && resume.variables) return <SkippedDialog course={course} onClose={onClose} />;
  return (
    <FormDialog
      title={`Resume ${ended?.name ?? 'the last class'}?`}
      submit="Resume class"
      pending={resume.isPending}
      problem={titleOf(resume.error)}
      onSubmit={() =>
        resume.mutate(reenable, {
          onSuccess: () => {
            if (!reenable) onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>The students who were in the class when it ended come back, and it continues as if it had never ended.</p>
      <CheckField
        label="Enable their accounts again?"
        checked={reenable}
        hint="Only accounts that the end of this class has disabled, as far as the organization has seats."
        onChange={setReenable}
      />
    </FormDialog>
  );
}
