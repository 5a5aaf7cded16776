import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { FormChoice, FormMoment } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { momentOf, pickedAt, type PickedMoment, requiredMomentProblem } from '../../../shared/picked-moment.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useScheduleClass, useStartClass } from '../course-changes.api.js';
import type { CourseState } from '../course-state.js';
import { startProblem } from '../schedule-problem.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';

interface StartDialogProps {
  course: CourseListing;
  state: CourseState;
  now: Date;
  onClose: () => void;
}

const startsInFuture = (start: Date) => startProblem(start, new Date());

const StartForm = z
  .object({ choice: z.enum(['now', 'schedule', 'remove']), scheduledStartDate: z.custom<PickedMoment>() })
  .transform(({ choice, scheduledStartDate }, context) => {
    const problem = choice === 'schedule' ? requiredMomentProblem(scheduledStartDate, startsInFuture) : null;
    if (problem) context.addIssue({ code: 'custom', path: ['scheduledStartDate'], message: problem });
    return { choice, start: momentOf(scheduledStartDate) };
  });

/** Starts a class now, schedules a start, or cancels a scheduled start. */
export function StartDialog({ course, state: { upcoming }, now, onClose }: StartDialogProps) {
  const texts = messages.start;
  const planned = upcoming?.scheduledStartDate;
  const start = useStartClass(course);
  const schedule = useScheduleClass(course);
  const action = start.error || start.isPending ? start : schedule;
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: StartForm,
    values: {
      choice: planned ? 'schedule' : 'now',
      scheduledStartDate: pickedAt(planned ? new Date(planned) : null),
    },
    action,
  });
  const choice = useWatch({ control, name: 'choice' });
  const choices = [
    { value: 'now' as const, text: texts.now },
    { value: 'schedule' as const, text: texts.schedule },
    ...(planned ? [{ value: 'remove' as const, text: texts.remove }] : []),
  ];

  const submit = handleSubmit((sent) => {
    if (sent.choice === 'now') start.mutate(undefined, { onSuccess: onClose });
    else schedule.mutate(sent.choice === 'remove' ? null : sent.start, { onSuccess: onClose });
  });
  return (
    <FormDialog
      title={planned ? texts.scheduledClass(course.name) : texts.newClass(course.name)}
      submit={choices.find(({ value }) => value === choice)?.text ?? texts.now}
      action={action}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormChoice control={control} name="choice" label={texts.question} choices={choices} />
      {choice === 'schedule' && <FormMoment control={control} name="scheduledStartDate" label={texts.date} now={now} />}
      {choice === 'now' && <p>{course.memberCount === 0 ? texts.noStudents : texts.students(course.memberCount)}</p>}
      {choice === 'remove' && <p>{texts.removeHelp}</p>}
    </FormDialog>
  );
}
