import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { z } from 'zod';
import type { OwnAccount } from '../../../../api/contracts/own-account.contract.js';
import { UpdateUserRequest } from '../../../../api/contracts/user.contract.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { accountMessages } from '../account.messages.js';
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
      .min(1, { error: () => accountMessages.email.enterNew, abort: true })
      .refine((typed) => typed !== present, { error: () => accountMessages.email.isCurrent, abort: true })
      .pipe(email.unwrap()),
    currentPassword: currentPassword.unwrap(),
  });

/** Shows the user's own e-mail address, and requests a new one, which takes effect after its confirmation. */
export function EmailForm({ account }: { account: OwnAccount }) {
  const messages = accountMessages.email;
  const update = useUpdateOwnAccount(account.id);
  const { control, handleSubmit, problem, reset, setValue } = useSchemaForm({
    schema: newEmail(account.email),
    values: { email: '', currentPassword: '' },
    action: update,
  });
  const submit = handleSubmit((request) =>
    update.mutate(request, {
      onSuccess: () => {
        toast(messages.requested, 'success');
        reset();
      },
      onError: () => setValue('currentPassword', ''),
    }),
  );

  return (
    <AccountSection title={messages.title}>
      <p>{messages.current(<span className={styles.address}>{account.email}</span>)}</p>
      {account.pendingEmail && <PendingEmail {...account.pendingEmail} />}
      <form noValidate aria-busy={update.isPending} className={styles.form} onSubmit={(event) => void submit(event)}>
        <FormText
          control={control}
          name="email"
          label={messages.label}
          type="email"
          autoComplete="email"
          maxLength={254}
          hint={messages.hint}
        />
        <FormText
          control={control}
          name="currentPassword"
          label={accountMessages.currentPassword}
          type="password"
          autoComplete="current-password"
          maxLength={255}
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
