import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ChangePasswordRequest } from '../../../../api/contracts/own-account.contract.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { PasswordHint } from '../../../shared/ui/password-hint.js';
import { accountMessages } from '../account.messages.js';
import { useChangePassword } from '../api/change-password.js';
import styles from './account-page.module.css';
import { AccountSection } from './account-section.js';

const { currentPassword, newPassword } = ChangePasswordRequest.shape;
const NewPassword = z
  .object({
    currentPassword: currentPassword.min(1, { error: () => accountMessages.password.enterCurrent }),
    newPassword,
    confirmation: z.string(),
  })
  .refine((typed) => typed.newPassword === typed.confirmation, {
    path: ['confirmation'],
    error: () => accountMessages.password.doNotMatch,
  });

/** Changes the user's own password. */
export function PasswordForm({ username }: { username: string }) {
  const messages = accountMessages.password;
  const change = useChangePassword();
  const { control, handleSubmit, problem, reset } = useSchemaForm({
    schema: NewPassword,
    values: { currentPassword: '', newPassword: '', confirmation: '' },
    action: change,
  });
  const submit = handleSubmit((typed) =>
    change.mutate(
      { currentPassword: typed.currentPassword, newPassword: typed.newPassword },
      {
        onSuccess: () => {
          reset();
          toast(messages.changed, 'success');
        },
      },
    ),
  );
  const hint = <PasswordHint password={useWatch({ control, name: 'newPassword' })} />;
  const field = { control, type: 'password', maxLength: 255 } as const;

  return (
    <AccountSection title={messages.title}>
      <form noValidate aria-busy={change.isPending} className={styles.form} onSubmit={(event) => void submit(event)}>
        {/* identifies the account of this password to password managers */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <FormText
          {...field}
          name="currentPassword"
          label={accountMessages.currentPassword}
          autoComplete="current-password"
        />
        <FormText {...field} name="newPassword" label={messages.newPassword} autoComplete="new-password" hint={hint} />
        <FormText {...field} name="confirmation" label={messages.confirmation} autoComplete="new-password" />
        {problem && <Alert severity="error">{problem}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" variant="contained" disabled={change.isPending}>
            {messages.submit}
          </Button>
        </div>
      </form>
    </AccountSection>
  );
}
