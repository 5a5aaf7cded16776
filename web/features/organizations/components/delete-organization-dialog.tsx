import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteOrganization } from '../api/delete-organization.js';
import { organizationsMessages } from '../organizations.messages.js';

interface DeleteOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Deletes an organization after a confirmation. */
export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const messages = organizationsMessages.deleteDialog;
  const remove = useDeleteOrganization(organization);
  return (
    <ConfirmDialog title={messages.title(organization.name)} submit={messages.submit} action={remove} onClose={onClose}>
      <p>{messages.help}</p>
    </ConfirmDialog>
  );
}
