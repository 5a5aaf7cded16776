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
import { PendingEmail } from './pending-email.js';

const { email, currentPassword } = UpdateUserRequest.shape;

const newEmail = (present: string) =>
  z.object({
    email: z
      .string()
      .trim()
      .min(1, { error: 'Enter your new e-mail address.', abort: true })
      .refine((typed) => typed !== present, { error: 'This is your present e-mail address.', abort: true })
      .pipe(email.unwrap()),
    currentPassword: currentPassword.unwrap(),
  });

/** Shows the own e-mail address, and requests another one, which takes effect when it is confirmed. */
export function EmailForm({ account }: { account: OwnAccount }) {
  const update = useUpdateOwnAccount(account.id);
  const { control, handleSubmit, problem, reset, setValue } = useSchemaForm({
    schema: newEmail(account.email),
    values: { email: '', currentPassword: '' },
    action: update,
  });
  const submit = handleSubmit((request) =>
    update.mutate(request, {
      onSuccess: () => {
        toast('Check your new mailbox and confirm the address.', 'success');
        reset();
      },
      onError: () => setValue('currentPassword', ''),
    }),
  );

  return (
    <AccountSection title="E-mail address">
      <p>
        Your address is <span className={styles.address}>{account.email}</span>.
      </p>
      {account.pendingEmail && <PendingEmail {...account.pendingEmail} />}
      <form noValidate aria-busy={update.isPending} className={styles.form} onSubmit={(event) => void submit(event)}>
        <FormText
          control={control}
          name="email"
          label="New e-mail address"
          type="email"
          autoComplete="email"
          maxLength={254}
          hint="It takes effect when you confirm it with the link we mail to it."
        />
        <FormText
          control={control}
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
          maxLength={255}
        />
        {problem && <Alert severity="error">{problem}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" variant="contained" disabled={update.isPending}>
            Change e-mail address
          </Button>
        </div>
      </form>
    </AccountSection>
  );
}
