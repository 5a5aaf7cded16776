import type { FieldErrors } from '../../../shared/api-client/api-error.js';
import { PasswordHint } from '../../../shared/ui/password-hint.js';
import { EntryInput } from '../../../shared/ui/entry-fields.js';
import { registrationMessages } from '../registration.messages.js';
import type { RegistrationField, RegistrationValues } from '../registration-values.js';
import styles from './account-fields.module.css';
import { NationalityField } from './nationality-field.js';

interface AccountFieldsProps {
  values: RegistrationValues;
  errors: FieldErrors;
  withAccessCode: boolean;
  onEdit: (field: RegistrationField, value: string) => void;
}

/** Fields of a new account, the required ones first. */
export function AccountFields({ values, errors, withAccessCode, onEdit }: AccountFieldsProps) {
  const messages = registrationMessages.fields;
  const field = (name: RegistrationField) => ({
    value: values[name],
    error: errors[name],
    onChange: (value: string) => onEdit(name, value),
  });
  return (
    <>
      <fieldset className={styles.fields}>
        <legend className="label">{messages.required}</legend>
        <EntryInput
          label={messages.username}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          {...field('userName')}
        />
        <EntryInput
          label={messages.email}
          required
          type="email"
          autoComplete="email"
          maxLength={254}
          {...field('email')}
        />
        <EntryInput
          label={messages.password}
          required
          type="password"
          autoComplete="new-password"
          maxLength={255}
          hint={<PasswordHint password={values.password} />}
          {...field('password')}
        />
        {withAccessCode && (
          <EntryInput
            label={messages.accessCode}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            hint={messages.accessCodeHint}
            {...field('accessCode')}
          />
        )}
      </fieldset>
      <fieldset className={styles.fields}>
        <legend className="label">{messages.optional}</legend>
        <EntryInput label={messages.firstName} autoComplete="given-name" maxLength={100} {...field('firstName')} />
        <EntryInput label={messages.lastName} autoComplete="family-name" maxLength={100} {...field('lastName')} />
        <EntryInput
          label={messages.rankTitle}
          autoComplete="honorific-prefix"
          maxLength={100}
          {...field('rankTitle')}
        />
        <NationalityField value={values.nationality} onChange={(value) => onEdit('nationality', value)} />
      </fieldset>
    </>
  );
}
