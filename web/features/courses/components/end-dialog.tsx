import { useState } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { ApiError, titleOf } from '../../../shared/api-client/api-error.js';
import { ChoiceField } from '../../../shared/ui/choice-field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { MomentField } from '../../../shared/ui/moment-field.js';
import { useMomentField } from '../../../shared/use-moment-field.js';
import { useScheduleEnd } from '../api/schedule-end.js';
import { endable, type CourseState } from '../course-state.js';
import { endNowProblem, endProblem } from '../schedule-problem.js';

interface EndDialogProps {
  course: CourseListing;
  state: CourseState;
  now: Date;
  /** Asks whether the class really is to end at once. */
  onEndNow: () => void;
  onClose: () => void;
}

const CHOICES = [
  { value: 'now', text: 'End Now' },
  { value: 'schedule', text: 'Schedule End' },
] as const;
const REMOVE = { value: 'remove', text: 'Remove the scheduled end' } as const;

type Choice = (typeof CHOICES)[number]['value'] | 'remove';

/** Ends the class at a time to come, leads on to ending it at once, and takes a scheduled end back. */
export function EndDialog({ course, state, now, onEndNow, onClose }: EndDialogProps) {
  const planned = endable(state)?.scheduledEndDate;
  const [choice, setChoice] = useState<Choice>('schedule');
  const field = useMomentField(planned ? new Date(planned) : null);
  const [submitted, setSubmitted] = useState(false);
  const schedule = useScheduleEnd(course);
  const choices = planned ? [...CHOICES, REMOVE] : CHOICES;
  const refused = schedule.error instanceof ApiError ? schedule.error.errors.newEndDate : undefined;
  const ownProblem = submitted && field.moment ? endProblem(field.moment, state, now) : null;

  const submit = () => {
    setSubmitted(true);
    if (choice === 'now') {
      if (!endNowProblem(state)) onEndNow();
    } else if (choice === 'remove') schedule.mutate(null, { onSuccess: onClose });
    else if (field.moment && !endProblem(field.moment, state, new Date()))
      schedule.mutate(field.moment, { onSuccess: onClose });
  };
  const edited = () => {
    setSubmitted(false);
    schedule.reset();
  };
  return (
    <FormDialog
      title={`End of ${endable(state)?.name ?? course.name}`}
      submit={choices.find(({ value }) => value === choice)?.text ?? 'Schedule End'}
      pending={schedule.isPending}
      disabled={choice === 'schedule' && !field.moment}
      problem={choice === 'now' && submitted ? endNowProblem(state) : refused ? null : titleOf(schedule.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField
        label="When does the class end?"
        value={choice}
        choices={choices}
        onChange={(next) => {
          setChoice(next);
          edited();
        }}
      />
      {choice === 'schedule' && (
        <MomentField label="End date" field={field} error={refused ?? ownProblem} now={now} onEdit={edited} />
      )}
      {choice === 'remove' && <p>The class goes on until somebody ends it.</p>}
    </FormDialog>
  );
}
