import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { CourseListing, EndClassAccounts } from '../../../../api/contracts/group.contract.js';
import { FormCheck } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useEndClass } from '../course-changes.api.js';
import { endAccountsQuery } from '../course-administration.api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';

/** The End Term dialog: ends the running class after a confirmation (docs/rules.md#ending-a-class). */
export function EndTermDialog({ course, onClose }: { course: CourseListing; onClose: () => void }) {
  const texts = messages.endNow;
  const { data: accounts } = useQuery(endAccountsQuery(course.id));
  const end = useEndClass(course);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ disableMembers: z.boolean() }),
    values: { disableMembers: false },
    action: end,
  });
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      harm
      action={end}
      problem={problem}
      onSubmit={handleSubmit(({ disableMembers }) => end.mutate(disableMembers, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <p>{texts.help(course.name)}</p>
      <FormCheck
        control={control}
        name="disableMembers"
        label={texts.disable}
        hint={accounts ? accountsHint(accounts) : texts.disableHelp}
      />
    </FormDialog>
  );
}

function accountsHint({ disabled, outside }: EndClassAccounts): string {
  const texts = messages.endNow;
  if (disabled === 0) return texts.disablesNone;
  return [texts.disables(disabled), ...(outside > 0 ? [texts.keeps(outside)] : [])].join(' ');
}
