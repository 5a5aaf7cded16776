import { z } from 'zod';
import { OrganizationName } from '../../../../api/contracts/organization.contract.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useCreateOrganization } from '../api/create-organization.js';
import { organizationsMessages as messages } from '../organizations.messages.js';

const NewOrganization = z.object({ name: OrganizationName });

/** Creates an organization with a name. */
export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateOrganization();
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: NewOrganization,
    values: { name: '' },
    action: create,
  });
  return (
    <FormDialog
      title={messages.add}
      submit={messages.createDialog.submit}
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
        label={messages.name}
        error={problem || undefined}
        hint={messages.createDialog.hint}
        maxLength={100}
        autoComplete="off"
      />
    </FormDialog>
  );
}
