import { useState } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { ChoiceField } from '../../../shared/ui/choice-field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { MomentField } from '../../../shared/ui/moment-field.js';
import { useMomentField } from '../../../shared/use-moment-field.js';
import { useScheduleClass } from '../api/schedule-class.js';
import { useStartClass } from '../api/start-class.js';
import type { CourseState } from '../course-state.js';
import { startProblem } from '../schedule-problem.js';

interface StartDialogProps {
  course: CourseListing;
  state: CourseState;
  now: Date;
  onClose: () => void;
}

const CHOICES = [
  { value: 'now', text: 'Start Now' },
  { value: 'schedule', text: 'Schedule Start' },
] as const;
const REMOVE = { value: 'remove', text: 'Remove the scheduled start' } as const;

type Choice = (typeof CHOICES)[number]['value'] | 'remove';

/** Starts a class at once or at a time to come, and takes a scheduled start back. */
export function StartDialog({ course, state: { upcoming }, now, onClose }: StartDialogProps) {
  const planned = upcoming?.scheduledStartDate;
  const [choice, setChoice] = useState<Choice>(planned ? 'schedule' : 'now');
  const field = useMomentField(planned ? new Date(planned) : null);
  const start = useStartClass(course);
  const schedule = useScheduleClass(course);
  const [submitted, setSubmitted] = useState(false);
  const choices = planned ? [...CHOICES, REMOVE] : CHOICES;
  const problem = field.moment && submitted ? startProblem(field.moment, now) : null;

  const submit = () => {
    const closing = { onSuccess: onClose };
    if (choice === 'now') return start.mutate(undefined, closing);
    if (choice === 'remove') return schedule.mutate(null, closing);
    setSubmitted(true);
    if (field.moment && !startProblem(field.moment, new Date())) schedule.mutate(field.moment, closing);
    return undefined;
  };
  const edited = () => {
    setSubmitted(false);
    schedule.reset();
    start.reset();
  };
  return (
    <FormDialog
      title={planned ? `Scheduled class of ${course.name}` : `New class of ${course.name}`}
      submit={choices.find(({ value }) => value === choice)?.text ?? 'Start Now'}
      pending={start.isPending || schedule.isPending}
      disabled={choice === 'schedule' && !field.moment}
      problem={titleOf(start.error ?? schedule.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField
        label="When does the class start?"
        value={choice}
        choices={choices}
        onChange={(next) => {
          setChoice(next);
          edited();
        }}
      />
      {choice === 'schedule' && (
        <MomentField label="Start date" field={field} error={problem} now={now} onEdit={edited} />
      )}
      {choice === 'now' && (
        <p>
          {course.memberCount === 0
            ? 'Nobody has joined the course yet. Students join with its access code, also while the class runs.'
            : `The ${course.memberCount} students of the course are in the class. More can join with the access code.`}
        </p>
      )}
      {choice === 'remove' && <p>The class does not start by itself any more. It can be scheduled again.</p>}
    </FormDialog>
  );
}
