import { z } from 'zod';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { FormCheck } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useResumeClass } from '../course-changes.api.js';
import type { CourseState } from '../course-state.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { SkippedDialog } from './skipped-dialog.js';

interface ResumeDialogProps {
  course: CourseListing;
  state: CourseState;
  onClose: () => void;
}

/** Resumes the last class as if it had never ended. Then lists the students whose accounts stay disabled. */
export function ResumeDialog({ course, state: { ended }, onClose }: ResumeDialogProps) {
  const texts = messages.resume;
  const resume = useResumeClass(course);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ reenable: z.boolean() }),
    values: { reenable: true },
    action: resume,
  });
  if (resume.isSuccess && resume.variables) return <SkippedDialog course={course} onClose={onClose} />;
  return (
    <FormDialog
      title={ended ? texts.title(ended.name) : texts.titleOfLast}
      submit={texts.submit}
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
      <p>{texts.help}</p>
      <FormCheck control={control} name="reenable" label={texts.enable} hint={texts.enableHelp} />
    </FormDialog>
  );
}
