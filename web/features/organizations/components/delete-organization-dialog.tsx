import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteOrganization } from '../api/delete-organization.js';

interface DeleteOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Deletes an organization after a confirmation. */
export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const remove = useDeleteOrganization(organization);
  return (
    <ConfirmDialog title={`Delete ${organization.name}?`} submit="Delete" action={remove} onClose={onClose}>
      <p>Only an organization without users and courses can be deleted. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
