import { z } from 'zod';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { FormCheck } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useResumeClass } from '../api/resume-class.js';
import type { CourseState } from '../course-state.js';
import { SkippedDialog } from './skipped-dialog.js';

interface ResumeDialogProps {
  course: CourseListing;
  state: CourseState;
  onClose: () => void;
}

/** Resumes the class that ended last, as if it had never ended, and lists students who stay disabled. */
export function ResumeDialog({ course, state: { ended }, onClose }: ResumeDialogProps) {
  const resume = useResumeClass(course);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ reenable: z.boolean() }),
    values: { reenable: true },
    action: resume,
  });
  if (resume.isSuccess && resume.variables) return <SkippedDialog course={course} onClose={onClose} />;
  return (
    <FormDialog
      title={`Resume ${ended?.name ?? 'the last class'}?`}
      submit="Resume class"
      action={resume}
      problem={problem}
      onSubmit={handleSubmit(({ reenable }) =>
        resume.mutate(reenable, {
          onSuccess: () => {
            if (!reenable) onClose();
          },
        }),
      )}
      onClose={onClose}
    >
      <p>The students who were in the class when it ended come back, and it continues as if it had never ended.</p>
      <FormCheck
        control={control}
        name="reenable"
        label="Enable their accounts again?"
        hint="Only accounts that the end of this class has disabled, as far as the organization has seats."
      />
    </FormDialog>
  );
}
