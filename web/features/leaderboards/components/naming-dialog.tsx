import { z } from 'zod';
import { LeaderboardNaming } from '../../../../api/contracts/leaderboard.contract.js';
import { FormChoice } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useChangeLeaderboard } from '../leaderboards.api.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';

interface NamingDialogProps {
  courseId: string;
  naming: LeaderboardNaming;
  onClose: () => void;
}

/** Changes how students of the course see each other's names on its boards. */
export default function NamingDialog({ courseId, naming, onClose }: NamingDialogProps) {
  const texts = messages.namingDialog;
  const change = useChangeLeaderboard(courseId, texts.done);
  const { control, formState, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ naming: LeaderboardNaming }),
    values: { naming },
    action: change,
  });
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      action={change}
      disabled={!formState.isDirty}
      problem={problem}
      onSubmit={handleSubmit((chosen) => change.mutate(chosen, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <FormChoice
        control={control}
        name="naming"
        label={texts.label}
        choices={[
          { value: 'names', text: texts.usernames },
          { value: 'aliases', text: texts.aliases },
          { value: 'anonymous', text: texts.anonymous },
        ]}
      />
      <p>{texts.help}</p>
    </FormDialog>
  );
}
