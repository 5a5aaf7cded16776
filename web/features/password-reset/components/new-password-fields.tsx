import { PasswordHint } from '../../../shared/ui/password-hint.js';
import { TextInput } from '../../../shared/ui/text-input.js';

interface NewPasswordFieldsProps {
  password: string;
  confirmation: string;
  errors: { password?: string | undefined; confirmation?: string | undefined };
  onPassword: (password: string) => void;
  onConfirmation: (confirmation: string) => void;
}

/** A new password, twice. */
export function NewPasswordFields({ password, confirmation, errors, ...on }: NewPasswordFieldsProps) {
  return (
    <>
      <TextInput
        label="New Password"
        type="password"
        autoComplete="new-password"
        maxLength={255}
        value={password}
        error={errors.password}
        hint={<PasswordHint password={password} />}
        onChange={on.onPassword}
      />
      <TextInput
        label="Confirm Password"
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
