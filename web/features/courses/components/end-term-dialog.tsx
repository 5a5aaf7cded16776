import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { CourseListing, EndClassAccounts } from '../../../../api/contracts/group.contract.js';
import { FormCheck } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useEndClass } from '../api/end-class.js';
import { endAccountsQuery } from '../api/get-end-accounts.js';

/** The End Term dialog (product §4): ends the running class after a confirmation. */
export function EndTermDialog({ course, onClose }: { course: CourseListing; onClose: () => void }) {
  const { data: accounts } = useQuery(endAccountsQuery(course.id));
  const end = useEndClass(course);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: z.object({ disableMembers: z.boolean() }),
    values: { disableMembers: false },
    action: end,
  });
  return (
    <FormDialog
      title="End Term"
      submit="End class"
      harm
      action={end}
      problem={problem}
      onSubmit={handleSubmit(({ disableMembers }) => end.mutate(disableMembers, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <p>
        The running class of {course.name} ends for everyone now. Its gradebook stays, its students leave the course.
        Resuming the class brings them back.
      </p>
      <FormCheck
        control={control}
        name="disableMembers"
        label="Disable all users in course?"
        hint={accounts ? accountsHint(accounts) : GENERAL_HINT}
      />
    </FormDialog>
  );
}

const GENERAL_HINT =
  'Students of the organization are signed out and cannot sign in until their accounts are enabled. Everyone else keeps their account.';

function accountsHint({ disabled, outside }: EndClassAccounts): string {
  if (disabled === 0) return 'No account is disabled: the class has no enabled student of the organization.';
  const who =
    disabled === 1
      ? '1 student is signed out and cannot sign in until the account is enabled.'
      : `${disabled} students are signed out and cannot sign in until their accounts are enabled.`;
  const kept = outside === 1 ? ' 1 student from outside the organization keeps the account.' : '';
  const allKept = outside > 1 ? ` ${outside} students from outside the organization keep their accounts.` : '';
  return `${who}${kept}${allKept}`;
}
