import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { UpdateUserRequest, type User } from '../../../../api/contracts/user.contract.js';
import { useEditedFields } from '../../../shared/forms/use-edited-fields.js';
import { FormSelect, FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { TextField } from '../../../shared/ui/fields.js';
import { useUpdateUser } from '../people.api.js';
import { peopleMessages as messages } from '../people.messages.js';
import type { Viewer, OrganizationChoice } from '../viewer.js';
import styles from './user-dialogs.module.css';

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

/** Changes a user's names and e-mail address and, for system admins, the organization. */
export function EditUserDialog({ user, viewer, organizations, onClose }: EditUserDialogProps) {
  const labels = messages.fields;
  const before = user.organizationId ?? '';
  const update = useUpdateUser(user);
  const values = {
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    rankTitle: user.rankTitle,
    organizationId: before,
  };
  const { editedOf, failed } = useEditedFields(values);
  const { control, handleSubmit, problem } = useSchemaForm({ schema: Profile, values, action: update });
  // A change of the viewer's own address needs the password and a confirmation. It is made on the account page.
  const isOwn = user.id === viewer.id;
  const moves = useWatch({ control, name: 'organizationId' }) !== before;
  const submit = handleSubmit((entered) => {
    const { organizationId, ...profile } = editedOf(entered);
    update.mutate(
      { ...profile, ...(organizationId !== undefined && { organizationId: organizationId || null }) },
      { onSuccess: onClose, onError: failed },
    );
  });

  return (
    <FormDialog
      title={messages.actions.edit(user.username)}
      submit={messages.save}
      action={update}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {isOwn ? (
        <TextField
          label={labels.email}
          value={user.email}
          disabled
          hint={messages.editDialog.ownEmail}
          onChange={() => {}}
        />
      ) : (
        <FormText control={control} name="email" label={labels.email} type="email" autoComplete="off" />
      )}
      <div className={styles.names}>
        <FormText control={control} name="firstName" label={labels.firstName} autoComplete="off" />
        <FormText control={control} name="lastName" label={labels.lastName} autoComplete="off" />
      </div>
      <FormText control={control} name="rankTitle" label={labels.rankTitle} autoComplete="off" />
      {viewer.role === 'SystemAdmin' && (
        <FormSelect
          control={control}
          name="organizationId"
          label={labels.organization}
          options={[
            { value: '', text: labels.noOrganization },
            ...organizations.map(({ id, name }) => ({ value: id, text: name })),
          ]}
        />
      )}
      {moves && <p>{messages.editDialog.moves(user.username)}</p>}
    </FormDialog>
  );
}
