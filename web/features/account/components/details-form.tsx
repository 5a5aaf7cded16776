import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { OwnAccount } from '../../../../api/contracts/own-account.contract.js';
import { UpdateUserRequest } from '../../../../api/contracts/user.contract.js';
import { useEditedFields } from '../../../shared/forms/use-edited-fields.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { accountMessages } from '../account.messages.js';
import { useUpdateOwnAccount } from '../api/account.js';
import styles from './account-page.module.css';
import { AccountSection } from './account-section.js';

const Names = UpdateUserRequest.pick({ firstName: true, lastName: true, rankTitle: true }).required();

/** Changes the user's own names. */
export function DetailsForm({ account }: { account: OwnAccount }) {
  const messages = accountMessages.details;
  const update = useUpdateOwnAccount(account.id);
  const { firstName, lastName, rankTitle } = account;
  const values = { firstName, lastName, rankTitle };
  const { editedOf, failed, saved } = useEditedFields(values);
  const { control, handleSubmit, problem } = useSchemaForm({ schema: Names, values, action: update });
  const submit = handleSubmit((names) =>
    update.mutate(editedOf(names), {
      onSuccess: () => {
        saved(names);
        toast(messages.saved, 'success');
      },
      onError: failed,
    }),
  );

  return (
    <AccountSection title={messages.title}>
      <form noValidate aria-busy={update.isPending} className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.soft}>{messages.username(<span className={styles.address}>{account.username}</span>)}</p>
        <FormText
          control={control}
          name="firstName"
          label={messages.firstName}
          autoComplete="given-name"
          maxLength={100}
        />
        <FormText
          control={control}
          name="lastName"
          label={messages.lastName}
          autoComplete="family-name"
          maxLength={100}
        />
        <FormText
          control={control}
          name="rankTitle"
          label={messages.rankTitle}
          autoComplete="honorific-prefix"
          maxLength={100}
        />
        {problem && <Alert severity="error">{problem}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" variant="contained" disabled={update.isPending}>
            {messages.submit}
          </Button>
        </div>
      </form>
    </AccountSection>
  );
}
