import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { passwordProblem } from '../../../../api/contracts/password.rule.js';
import { ApiError, titleOf } from '../../../shared/api-client/api-error.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { PasswordHint } from '../../../shared/ui/password-hint.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useFieldErrors } from '../../../shared/use-field-errors.js';
import { useChangePassword } from '../api/change-password.js';
import styles from './account-page.module.css';
import { AccountSection } from './account-section.js';

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' };

/** Changes the own password. */
export function PasswordForm({ username }: { username: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(EMPTY);
  const fields = useFieldErrors(form);
  const change = useChangePassword();
  const hasFields = change.error instanceof ApiError && Object.keys(change.error.errors).length > 0;

  function submit(): void {
    const { currentPassword, newPassword, confirmation } = typed;
    if (currentPassword === '') return fields.show({ currentPassword: 'Enter your current password.' });
    const problem = passwordProblem(newPassword);
    if (problem) return fields.show({ newPassword: problem });
    if (newPassword !== confirmation) return fields.show({ confirmation: 'Passwords do not match.' });
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          setTyped(EMPTY);
          toast('Your password is changed. Your other sessions were ended.', 'success');
        },
        onError: (error) => fields.show(error instanceof ApiError ? error.errors : {}),
      },
    );
  }

  const field = (name: keyof typeof EMPTY, label: string, hint?: React.ReactNode) => (
    <TextInput
      label={label}
      type="password"
      autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
      maxLength={255}
      value={typed[name]}
      error={fields.errors[name]}
      hint={hint}
      onChange={(value) => {
        setTyped((current) => ({ ...current, [name]: value }));
        fields.clear(name);
      }}
    />
  );

  return (
    <AccountSection title="Password">
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isPending) submit();
        }}
      >
        {/* tells password managers whose password this is */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {field('currentPassword', 'Current password')}
        {field('newPassword', 'New password', <PasswordHint password={typed.newPassword} />)}
        {field('confirmation', 'Confirm new password')}
        {change.error && !hasFields && <Alert severity="error">{titleOf(change.error)}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" variant="contained" disabled={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </AccountSection>
  );
}
