import { PasswordHint } from '../../../shared/ui/password-hint.js';
import { EntryInput } from '../../../shared/ui/entry-fields.js';
import { passwordResetMessages as messages } from '../password-reset.messages.js';

interface NewPasswordFieldsProps {
  password: string;
  confirmation: string;
  errors: { password?: string | undefined; confirmation?: string | undefined };
  onPassword: (password: string) => void;
  onConfirmation: (confirmation: string) => void;
}

/** Fields for a new password and its confirmation. */
export function NewPasswordFields({ password, confirmation, errors, ...on }: NewPasswordFieldsProps) {
  return (
    <>
      <EntryInput
        label={messages.newPassword}
        type="password"
        autoComplete="new-password"
        maxLength={255}
        value={password}
        error={errors.password}
        hint={<PasswordHint password={password} />}
        onChange={on.onPassword}
      />
      <EntryInput
        label={messages.confirmPassword}
        type="password"
        autoComplete="new-password"
        maxLength={255}
        value={confirmation}
        error={errors.confirmation}
        onChange={on.onConfirmation}
      />
    </>
  );
}
