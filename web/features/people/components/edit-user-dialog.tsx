import { useState } from 'react';
import type { User } from '../../../../api/contracts/user.contract.js';
import { ApiError, titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { SelectField } from '../../../shared/ui/select-field.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useUpdateUser } from '../api/update-user.js';
import type { OrganizationChoice } from '../organization-choice.js';
import type { Viewer } from '../viewer.js';
import styles from './edit-user-dialog.module.css';

interface EditUserDialogProps {
  user: User;
  viewer: Viewer;
  organizations: readonly OrganizationChoice[];
  onClose: () => void;
}

/** Changes names and e-mail, and for system admins the organization (decisions U1). */
export function EditUserDialog({ user, viewer, organizations, onClose }: EditUserDialogProps) {
  const { email, firstName, lastName, rankTitle } = user;
  const [profile, setProfile] = useState({ email, firstName, lastName, rankTitle });
  const [organizationId, setOrganizationId] = useState(user.organizationId);
  const update = useUpdateUser(user);
  const errors = update.error instanceof ApiError ? update.error.errors : {};
  // One's own address needs the password and a confirmation, for which the account page asks.
  const isOwn = user.id === viewer.id;
  const moves = organizationId !== user.organizationId;

  const field = (name: keyof typeof profile, label: string, type = 'text') => (
    <TextInput
      label={label}
      type={type}
      value={profile[name]}
      error={errors[name]}
      autoComplete="off"
      onChange={(value) => {
        setProfile((current) => ({ ...current, [name]: value }));
        update.reset();
      }}
    />
  );

  return (
    <FormDialog
      title={`Edit ${user.username}`}
      submit="Save"
      pending={update.isPending}
      problem={Object.keys(errors).length > 0 ? null : titleOf(update.error)}
      onSubmit={() => update.mutate({ ...profile, ...(moves && { organizationId }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isOwn ? (
        <TextInput
          label="Email"
          value={email}
          disabled
          hint="Change your own e-mail address on your account page."
          onChange={() => {}}
        />
      ) : (
        field('email', 'Email', 'email')
      )}
      <div className={styles.names}>
        {field('firstName', 'First Name')}
        {field('lastName', 'Last Name')}
      </div>
      {field('rankTitle', 'Rank/Title')}
      {viewer.role === 'SystemAdmin' && (
        <SelectField
          label="Organization"
          value={organizationId ?? ''}
          options={[{ value: '', text: 'None' }, ...organizations.map(({ id, name }) => ({ value: id, text: name }))]}
          onChange={(id) => {
            setOrganizationId(id === '' ? null : id);
            update.reset();
          }}
        />
      )}
      {moves && <p>Moving ends the sessions of {user.username} and takes a seat in the new organization.</p>}
    </FormDialog>
  );
}
