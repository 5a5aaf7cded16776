import { useWatch } from 'react-hook-form';
import { type Organization, USER_LIMIT, UserLimitQuery } from '../../../../api/contracts/organization.contract.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useSetUserLimit } from '../api/set-user-limit.js';
import { organizationsMessages } from '../organizations.messages.js';

const { minimum, maximum, step } = USER_LIMIT;

interface UserLimitDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Changes the user limit of an organization. */
export function UserLimitDialog({ organization, onClose }: UserLimitDialogProps) {
  const messages = organizationsMessages.limitDialog;
  const { name, activeUsers } = organization;
  const change = useSetUserLimit(organization);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: UserLimitQuery,
    values: { userLimit: String(organization.userLimit) },
    action: change,
  });
  const typed = UserLimitQuery.safeParse({ userLimit: useWatch({ control, name: 'userLimit' }) });
  const limit = typed.data?.userLimit ?? activeUsers;
  return (
    <FormDialog
      title={messages.title(name)}
      submit={messages.submit}
      action={change}
      problem={problem}
      onSubmit={handleSubmit(({ userLimit }) => change.mutate(userLimit, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="userLimit"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in this one field
        autoFocus
        label={messages.label}
        type="number"
        inputMode="numeric"
        min={minimum}
        max={maximum}
        step={step}
        hint={messages.hint(minimum, maximum, step)}
      />
      {limit < activeUsers && <p>{messages.belowActive(activeUsers, activeUsers - limit + 1)}</p>}
    </FormDialog>
  );
}
