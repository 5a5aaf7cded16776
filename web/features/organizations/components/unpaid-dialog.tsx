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
      action={setPaid}
      onSubmit={() => setPaid.mutate(false, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        Its {activeUsers} active users are signed out within seconds and cannot sign in until it is paid again. Running
        classes continue until they end, for their staff and roster only. Scheduled classes are cancelled. No data is
        deleted.
      </p>
    </FormDialog>
  );
}
