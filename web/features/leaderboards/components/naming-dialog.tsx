import { z } from 'zod';
import { LeaderboardNaming } from '../../../../api/contracts/leaderboard.contract.js';
import { FormChoice } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useChangeLeaderboard } from '../api/leaderboard-settings.js';

const CHOICES = [
  { value: 'names', text: 'Usernames' },
  { value: 'aliases', text: 'Made-up names, such as Amber Falcon 4217' },
  { value: 'anonymous', text: 'No names: everybody is a Student' },
] as const;

interface NamingDialogProps {
  courseId: string;
  naming: LeaderboardNaming;
  onClose: () => void;
}

/** What students of the course read of each other on its boards. */
export default function NamingDialog({ courseId, naming, onClose }: NamingDialogProps) {
  const change = useChangeLeaderboard(courseId, 'The names on the boards of this course are changed.');
  const { control, formState, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ naming: LeaderboardNaming }),
    values: { naming },
    action: change,
  });
  return (
    <FormDialog
      title="Names on the boards of this course"
      submit="Change"
      action={change}
      disabled={!formState.isDirty}
      problem={problem}
      onSubmit={handleSubmit((chosen) => change.mutate(chosen, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <FormChoice control={control} name="naming" label="Students see" choices={CHOICES} />
      <p>It holds for all classes of the course, at once. Everybody sees their own name, and you see all of them.</p>
    </FormDialog>
  );
}
