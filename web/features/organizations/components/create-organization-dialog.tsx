import { useState } from 'react';
import { ApiError, titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useCreateOrganization } from '../api/create-organization.js';

/** Creates an organization by its name. */
export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const create = useCreateOrganization();
  const { error } = create;
  const problem = (error instanceof ApiError && error.errors.name) || titleOf(error) || undefined;
  return (
    <FormDialog
      title="Add Organization"
      submit="Create"
      pending={create.isPending}
      disabled={name.trim() === ''}
      onSubmit={() => create.mutate(name.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in this one field
        autoFocus
        label="Name"
        value={name}
        error={problem}
        hint="It starts unpaid, with a limit of 5 users."
        maxLength={100}
        autoComplete="off"
        onChange={(value) => {
          setName(value);
          create.reset();
        }}
      />
    </FormDialog>
  );
}
