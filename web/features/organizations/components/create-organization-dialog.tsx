import { z } from 'zod';
import { OrganizationName } from '../../../../api/contracts/organization.contract.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useCreateOrganization } from '../api/create-organization.js';

const NewOrganization = z.object({ name: OrganizationName });

/** Creates an organization by its name. */
export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateOrganization();
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: NewOrganization,
    values: { name: '' },
    action: create,
  });
  return (
    <FormDialog
      title="Add Organization"
      submit="Create"
      action={create}
      problem={null}
      onSubmit={handleSubmit(({ name }) => create.mutate(name, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="name"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in this one field
        autoFocus
        label="Name"
        error={problem || undefined}
        hint="It starts unpaid, with a limit of 5 users."
        maxLength={100}
        autoComplete="off"
      />
    </FormDialog>
  );
}
