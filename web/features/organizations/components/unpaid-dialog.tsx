import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useSetOrganizationPaid } from '../api/set-organization-paid.js';

/** Marks an organization unpaid after a confirmation: its users are put out. */
export function UnpaidDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const setPaid = useSetOrganizationPaid(organization);
  const { name, activeUsers } = organization;
  return (
    <FormDialog
      title={`Mark ${name} as Unpaid?`}
      submit="Mark as Unpaid"
      harm
      pending={setPaid.isPending}
      onSubmit={() => setPaid.mutate(false, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        Its {activeUsers} active users are signed out within seconds, also from a running class, and cannot sign in
        until it is paid again. Nothing is deleted.
      </p>
    </FormDialog>
  );
}
