import type { OrganizationDialog } from '../organization-asked.js';
import { CreateOrganizationDialog } from './create-organization-dialog.js';
import { DeleteOrganizationDialog } from './delete-organization-dialog.js';
import { UnpaidDialog } from './unpaid-dialog.js';
import { UserLimitDialog } from './user-limit-dialog.js';

interface OrganizationDialogsProps {
  asked: OrganizationDialog;
  onClose: () => void;
}

/** The open dialog, in a chunk of its own so that the page loads faster. */
export default function OrganizationDialogs({ asked, onClose }: OrganizationDialogsProps) {
  if (asked.kind === 'create') return <CreateOrganizationDialog onClose={onClose} />;
  const { kind, organization } = asked;
  if (kind === 'limit') return <UserLimitDialog organization={organization} onClose={onClose} />;
  if (kind === 'unpaid') return <UnpaidDialog organization={organization} onClose={onClose} />;
  return <DeleteOrganizationDialog organization={organization} onClose={onClose} />;
}
