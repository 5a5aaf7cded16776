import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { OwnAccount } from '../../../../api/contracts/own-account.contract.js';
import { ApiError, titleOf } from '../../../shared/api-client/api-error.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useUpdateOwnAccount } from '../api/account.js';
import styles from './account-page.module.css';
import { AccountSection } from './account-section.js';

/** Changes the own names. */
export function DetailsForm({ account }: { account: OwnAccount }) {
  const { id, username, firstName, lastName, rankTitle } = account;
  const [names, setNames] = useState({ firstName, lastName, rankTitle });
  const update = useUpdateOwnAccount(id);
  const errors = update.error instanceof ApiError ? update.error.errors : {};

  const field = (name: keyof typeof names, label: string, autoComplete: string) => (
    <TextInput
      label={label}
      value={names[name]}
      error={errors[name]}
      autoComplete={autoComplete}
      maxLength={100}
      onChange={(value) => {
        setNames((current) => ({ ...current, [name]: value }));
        update.reset();
      }}
    />
  );

  return (
    <AccountSection title="Your details">
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!update.isPending) update.mutate(names, { onSuccess: () => toast('Your details are saved.', 'success') });
        }}
      >
        <p className={styles.soft}>
          Username: <span className={styles.address}>{username}</span>
        </p>
        {field('firstName', 'First Name', 'given-name')}
        {field('lastName', 'Last Name', 'family-name')}
        {field('rankTitle', 'Rank/Title', 'honorific-prefix')}
        {update.error && Object.keys(errors).length === 0 && <Alert severity="error">{titleOf(update.error)}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" variant="contained" disabled={update.isPending}>
            Save details
          </Button>
        </div>
      </form>
    </AccountSection>
  );
}
