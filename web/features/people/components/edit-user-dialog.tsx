import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { UpdateUserRequest, type User } from '../../../../api/contracts/user.contract.js';
import { FormSelect, FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useUpdateUser } from '../api/update-user.js';
import type { OrganizationChoice } from '../organization-choice.js';
import type { Viewer } from '../viewer.js';
import styles from './edit-user-dialog.module.css';

const { email, firstName, lastName, rankTitle } = UpdateUserRequest.shape;
const Profile = z.object({
  email: email.unwrap(),
  firstName: firstName.unwrap(),
  lastName: lastName.unwrap(),
  rankTitle: rankTitle.unwrap(),
  organizationId: z.string(),
});

interface EditUserDialogProps {
  user: User;
  viewer: Viewer;
  organizations: readonly OrganizationChoice[];
  onClose: () => void;
}

/** Changes names and e-mail, and for system admins the organization. */
export function EditUserDialog({ user, viewer, organizations, onClose }: EditUserDialogProps) {
  const before = user.organizationId ?? '';
  const update = useUpdateUser(user);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: Profile,
    values: {
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      rankTitle: user.rankTitle,
      organizationId: before,
    },
    action: update,
  });
  // A change of the own address needs the password and a confirmation, which the account page asks for.
  const isOwn = user.id === viewer.id;
  const moves = useWatch({ control, name: 'organizationId' }) !== before;
  const submit = handleSubmit(({ organizationId, ...profile }) =>
    update.mutate(
      { ...profile, ...(organizationId !== before && { organizationId: organizationId || null }) },
      { onSuccess: onClose },
    ),
  );

  return (
    <FormDialog
      title={`Edit ${user.username}`}
      submit="Save"
      action={update}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {isOwn ? (
        <TextInput
          label="Email"
          value={user.email}
          disabled
          hint="Change your own e-mail address on your account page."
          onChange={() => {}}
        />
      ) : (
        <FormText control={control} name="email" label="Email" type="email" autoComplete="off" />
      )}
      <div className={styles.names}>
        <FormText control={control} name="firstName" label="First Name" autoComplete="off" />
        <FormText control={control} name="lastName" label="Last Name" autoComplete="off" />
      </div>
      <FormText control={control} name="rankTitle" label="Rank/Title" autoComplete="off" />
      {viewer.role === 'SystemAdmin' && (
        <FormSelect
          control={control}
          name="organizationId"
          label="Organization"
          options={[{ value: '', text: 'None' }, ...organizations.map(({ id, name }) => ({ value: id, text: name }))]}
        />
      )}
      {moves && <p>Moving ends the sessions of {user.username} and takes a seat in the new organization.</p>}
    </FormDialog>
  );
}
