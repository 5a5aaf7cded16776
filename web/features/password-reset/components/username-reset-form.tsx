import { useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../../shared/api-client/api-error.js';
import { EntryForm } from '../../../shared/ui/entry-form.js';
import { LinkList } from '../../../shared/ui/link-list.js';
import type { Notice } from '../../../shared/ui/notice-line.js';
import { SubmitButton } from '../../../shared/ui/submit-button.js';
import { EntryInput } from '../../../shared/ui/entry-fields.js';
import { useFieldErrors } from '../../../shared/use-field-errors.js';
import { resetByUsername } from '../api/reset-by-username.js';
import { passwordResetMessages as messages } from '../password-reset.messages.js';
import { usernameResetFailure } from '../username-reset-failure.js';
import { NewPasswordFields } from './new-password-fields.js';
import { Processing } from './processing.js';

interface UsernameResetFormProps {
  /** Initial user name, set when the login page has found a pending reset. */
  username: string;
  onDone: () => void;
  /** Links to other pages. */
  children: ReactNode;
}

/** Sets a new password for a user name whose one-time code was typed at the login (docs/rules.md#reset-by-user-name). */
export function UsernameResetForm({ username, onDone, children }: UsernameResetFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({ username, password: '', passwordConfirmation: '' });
  const [notice, setNotice] = useState<Notice | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = useFieldErrors(form);

  const edit = (field: keyof typeof values) => (value: string) => {
    setValues((current) => ({ ...current, [field]: value }));
    fields.clear(field);
  };

  async function submit(idempotencyKey: string): Promise<void> {
    setBusy(true);
    setNotice(null);
    fields.clearAll();
    try {
      await resetByUsername({ ...values, username: values.username.trim() }, idempotencyKey);
      onDone();
    } catch (error) {
      setNotice({ text: usernameResetFailure(error), severity: 'error' });
      fields.show(error instanceof ApiError ? error.errors : {});
      throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <EntryForm ref={form} title={messages.resetPassword} notice={notice} busy={busy} values={values} onSubmit={submit}>
      <EntryInput
        label={messages.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        value={values.username}
        error={fields.errors.username}
        onChange={edit('username')}
      />
      <NewPasswordFields
        password={values.password}
        confirmation={values.passwordConfirmation}
        errors={{ password: fields.errors.password, confirmation: fields.errors.passwordConfirmation }}
        onPassword={edit('password')}
        onConfirmation={edit('passwordConfirmation')}
      />
      <SubmitButton busy={busy}>{messages.resetPassword}</SubmitButton>
      <Processing busy={busy} />
      <LinkList>{children}</LinkList>
    </EntryForm>
  );
}
