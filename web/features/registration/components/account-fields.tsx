import type { FieldErrors } from '../../../shared/api-client/api-error.js';
import { PasswordHint } from '../../../shared/ui/password-hint.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import type { RegistrationField, RegistrationValues } from '../registration-values.js';
import styles from './account-fields.module.css';
import { NationalityField } from './nationality-field.js';

interface AccountFieldsProps {
  values: RegistrationValues;
  errors: FieldErrors;
  withAccessCode: boolean;
  onEdit: (field: RegistrationField, value: string) => void;
}

/** Who wants an account: what is needed first, the rest after it. */
export function AccountFields({ values, errors, withAccessCode, onEdit }: AccountFieldsProps) {
  const field = (name: RegistrationField) => ({
    value: values[name],
    error: errors[name],
    onChange: (value: string) => onEdit(name, value),
  });
  return (
    <>
      <fieldset className={styles.fields}>
        <legend className="label">Required</legend>
        <TextInput
          label="Username"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          {...field('userName')}
        />
        <TextInput label="Email" required type="email" autoComplete="email" maxLength={254} {...field('email')} />
        <TextInput
          label="Password"
          required
          type="password"
          autoComplete="new-password"
          maxLength={255}
          hint={<PasswordHint password={values.password} />}
          {...field('password')}
        />
        {withAccessCode && (
          <TextInput
            label="Access Code"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            hint={'Be sure to enter "Access Code" exactly as it was provided to you.'}
            {...field('accessCode')}
          />
        )}
      </fieldset>
      <fieldset className={styles.fields}>
        <legend className="label">Optional</legend>
        <TextInput label="First Name" autoComplete="given-name" maxLength={100} {...field('firstName')} />
        <TextInput label="Last Name" autoComplete="family-name" maxLength={100} {...field('lastName')} />
        <TextInput label="Rank/Title" autoComplete="honorific-prefix" maxLength={100} {...field('rankTitle')} />
        <NationalityField value={values.nationality} onChange={(value) => onEdit('nationality', value)} />
      </fieldset>
    </>
  );
}
