import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useDeleteOrganization } from '../api/delete-organization.js';

interface DeleteOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Deletes an organization after a confirmation. */
export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const remove = useDeleteOrganization(organization);
  return (
    <FormDialog
      title={`Delete ${organization.name}?`}
      submit="Delete"
      harm
      pending={remove.isPending}
      problem={titleOf(remove.error)}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Only an organization without users and courses can be deleted. This cannot be undone.</p>
    </FormDialog>
  );
}
