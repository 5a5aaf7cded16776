import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { z } from 'zod';
import type { OwnAccount } from '../../../../api/contracts/own-account.contract.js';
import { UpdateUserRequest } from '../../../../api/contracts/user.contract.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { useUpdateOwnAccount } from '../api/account.js';
import styles from './account-page.module.css';
import { AccountSection } from './account-section.js';

const { firstName, lastName, rankTitle } = UpdateUserRequest.shape;
const Names = z.object({
  firstName: firstName.unwrap(),
  lastName: lastName.unwrap(),
  rankTitle: rankTitle.unwrap(),
});

/** Changes the own names. */
export function DetailsForm({ account }: { account: OwnAccount }) {
  const update = useUpdateOwnAccount(account.id);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: Names,
    values: { firstName: account.firstName, lastName: account.lastName, rankTitle: account.rankTitle },
    action: update,
  });
  const submit = handleSubmit((names) =>
    update.mutate(names, { onSuccess: () => toast('Your details are saved.', 'success') }),
  );

  return (
    <AccountSection title="Your details">
      <form noValidate aria-busy={update.isPending} className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.soft}>
          Username: <span className={styles.address}>{account.username}</span>
        </p>
        <FormText control={control} name="firstName" label="First Name" autoComplete="given-name" maxLength={100} />
        <FormText control={control} name="lastName" label="Last Name" autoComplete="family-name" maxLength={100} />
        <FormText
          control={control}
          name="rankTitle"
          label="Rank/Title"
          autoComplete="honorific-prefix"
          maxLength={100}
        />
        {problem && <Alert severity="error">{problem}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" variant="contained" disabled={update.isPending}>
            Save details
          </Button>
        </div>
      </form>
    </AccountSection>
  );
}
