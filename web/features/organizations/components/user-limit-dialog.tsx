import { useState } from 'react';
import type { Organization, USER_LIMIT } from '../../../../api/contracts/organization.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useSetUserLimit } from '../api/set-user-limit.js';

/** Written out, because importing the value would bring the contract's schemas along. */
const LIMIT: typeof USER_LIMIT = { minimum: 5, maximum: 1_000, step: 5 };
const { minimum, maximum, step } = LIMIT;

interface UserLimitDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Changes how many users an organization may have; nothing and zero are not sent (product §5). */
export function UserLimitDialog({ organization, onClose }: UserLimitDialogProps) {
  const { name, activeUsers, userLimit } = organization;
  const [text, setText] = useState(String(userLimit));
  const change = useSetUserLimit(organization);
  const limit = Number(text);
  const fits = limit >= minimum && limit <= maximum && limit % step === 0;
  const rule = `The user limit must be between ${minimum} and ${maximum} in steps of ${step}.`;
  return (
    <FormDialog
      title={`User limit of ${name}`}
      submit="Save"
      pending={change.isPending}
      disabled={!limit || !fits}
      problem={titleOf(change.error)}
      onSubmit={() => change.mutate(limit, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in this one field
        autoFocus
        label="User limit"
        type="number"
        inputMode="numeric"
        min={minimum}
        max={maximum}
        step={step}
        value={text}
        error={limit && !fits ? rule : undefined}
        hint={`${minimum} to ${maximum}, in steps of ${step}.`}
        onChange={(value) => {
          setText(value);
          change.reset();
        }}
      />
      {fits && limit < activeUsers && (
        <p>
          {activeUsers} users are active. Nobody is disabled, but nobody new can register until{' '}
          {activeUsers - limit + 1} are deleted or disabled.
        </p>
      )}
    </FormDialog>
  );
}
