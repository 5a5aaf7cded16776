import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { FormChoice, FormMoment } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { momentOf, pickedAt, type PickedMoment, requiredMomentProblem } from '../../../shared/picked-moment.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useScheduleEnd } from '../course-changes.api.js';
import { endable, type CourseState } from '../course-state.js';
import { endNowProblem, endProblem } from '../schedule-problem.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';

interface EndDialogProps {
  course: CourseListing;
  state: CourseState;
  now: Date;
  /** Opens the confirmation that ends the class immediately. */
  onEndNow: () => void;
  onClose: () => void;
}

const endForm = (state: CourseState) =>
  z
    .object({ choice: z.enum(['now', 'schedule', 'remove']), newEndDate: z.custom<PickedMoment>() })
    .transform(({ choice, newEndDate }, context) => {
      const refuse = (field: 'choice' | 'newEndDate', message: string | null) => {
        if (message) context.addIssue({ code: 'custom', path: [field], message });
      };
      if (choice === 'now') refuse('choice', endNowProblem(state));
      if (choice === 'schedule')
        refuse(
          'newEndDate',
          requiredMomentProblem(newEndDate, (end) => endProblem(end, state, new Date())),
        );
      return { choice, end: momentOf(newEndDate) };
    });

/** Schedules the end of a class, cancels a scheduled end, or opens the dialog that ends the class immediately. */
export function EndDialog({ course, state, now, onEndNow, onClose }: EndDialogProps) {
  const texts = messages.end;
  const planned = endable(state)?.scheduledEndDate;
  const schedule = useScheduleEnd(course);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: endForm(state),
    values: { choice: 'schedule', newEndDate: pickedAt(planned ? new Date(planned) : null) },
    action: schedule,
  });
  const choice = useWatch({ control, name: 'choice' });
  const choices = [
    { value: 'now' as const, text: texts.now },
    { value: 'schedule' as const, text: texts.schedule },
    ...(planned ? [{ value: 'remove' as const, text: texts.remove }] : []),
  ];

  const submit = handleSubmit((sent) => {
    if (sent.choice === 'now') onEndNow();
    else schedule.mutate(sent.choice === 'remove' ? null : sent.end, { onSuccess: onClose });
  });
  return (
    <FormDialog
      title={texts.title(endable(state)?.name ?? course.name)}
      submit={choices.find(({ value }) => value === choice)?.text ?? texts.schedule}
      action={schedule}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormChoice control={control} name="choice" label={texts.question} choices={choices} />
      {choice === 'schedule' && <FormMoment control={control} name="newEndDate" label={texts.date} now={now} />}
      {choice === 'remove' && <p>{texts.removeHelp}</p>}
    </FormDialog>
  );
}
