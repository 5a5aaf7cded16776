import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CourseListing, EndClassAccounts } from '../../../../api/contracts/group.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { CheckField } from '../../../shared/ui/check-field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useEndClass } from '../api/end-class.js';
import { endAccountsQuery } from '../api/get-end-accounts.js';

/** The End Term dialog (product §4): ends the running class after a confirmation. */
export function EndTermDialog({ course, onClose }: { course: CourseListing; onClose: () => void }) {
  const [disableMembers, setDisableMembers] = useState(false);
  const { data: accounts } = useQuery(endAccountsQuery(course.id));
  const end = useEndClass(course);
  return (
    <FormDialog
      title="End Term"
      submit="End class"
      harm
      pending={end.isPending}
      problem={titleOf(end.error)}
      onSubmit={() => end.mutate(disableMembers, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        The running class of {course.name} ends for everyone now. Its gradebook stays, its students leave the course.
        Resuming the class brings them back.
      </p>
      <CheckField
        label="Disable all users in course?"
        checked={disableMembers}
        hint={accounts ? accountsHint(accounts) : GENERAL_HINT}
        onChange={setDisableMembers}
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
