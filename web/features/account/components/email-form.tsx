import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import type { OwnAccount } from '../../../../api/contracts/own-account.contract.js';
import { ApiError, titleOf } from '../../../shared/api-client/api-error.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useFieldErrors } from '../../../shared/use-field-errors.js';
import { useUpdateOwnAccount } from '../api/account.js';
import styles from './account-page.module.css';
import { AccountSection } from './account-section.js';
import { PendingEmail } from './pending-email.js';

/** Shows the own e-mail address, and asks for another one, which takes effect when it is confirmed. */
export function EmailForm({ account }: { account: OwnAccount }) {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const fields = useFieldErrors(form);
  const update = useUpdateOwnAccount(account.id);
  const hasFields = update.error instanceof ApiError && Object.keys(update.error.errors).length > 0;

  function submit(): void {
    if (email.trim() === '') return fields.show({ email: 'Enter your new e-mail address.' });
    if (email.trim() === account.email) return fields.show({ email: 'This is your present e-mail address.' });
    update.mutate(
      { email: email.trim(), currentPassword: password },
      {
        onSuccess: () => {
          toast('Check your new mailbox and confirm the address.', 'success');
          setEmail('');
        },
        onError: (error) => fields.show(error instanceof ApiError ? error.errors : {}),
        onSettled: () => setPassword(''),
      },
    );
  }

  return (
    <AccountSection title="E-mail address">
      <p>
        Your address is <span className={styles.address}>{account.email}</span>.
      </p>
      {account.pendingEmail && <PendingEmail {...account.pendingEmail} />}
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!update.isPending) submit();
        }}
      >
        <TextInput
          label="New e-mail address"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          error={fields.errors.email}
          hint="It takes effect when you confirm it with the link we mail to it."
          onChange={(value) => {
            setEmail(value);
            fields.clear('email');
          }}
        />
        <TextInput
          label="Current password"
          type="password"
          autoComplete="current-password"
          maxLength={255}
          value={password}
          error={fields.errors.currentPassword}
          onChange={(value) => {
            setPassword(value);
            fields.clear('currentPassword');
          }}
        />
        {update.error && !hasFields && <Alert severity="error">{titleOf(update.error)}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" variant="contained" disabled={update.isPending}>
            Change e-mail address
          </Button>
        </div>
      </form>
    </AccountSection>
  );
}
