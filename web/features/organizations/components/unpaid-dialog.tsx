import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useSetOrganizationPaid } from '../api/set-organization-paid.js';
import { organizationsMessages } from '../organizations.messages.js';

/** Marks an organization as unpaid after a confirmation, which signs its users out. */
export function UnpaidDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const messages = organizationsMessages.unpaidDialog;
  const setPaid = useSetOrganizationPaid(organization);
  const { name, activeUsers } = organization;
  return (
    <FormDialog
      title={messages.title(name)}
      submit={messages.submit}
      harm
      action={setPaid}
      onSubmit={() => setPaid.mutate(false, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{messages.help(activeUsers)}</p>
    </FormDialog>
  );
}
