import { useState } from 'react';
import type { HistoryTarget } from '../../features/audit/components/history-drawer.js';
import { useOrganizationChoices } from '../../features/organizations/use-organization-choices.js';
import { UsersPage } from '../../features/people/components/users-page.js';
import { useFirstRole, useSignedInUser } from '../../features/sign-in/use-signed-in.js';
import { lazyDialog } from '../../shared/lazy/lazy-part.js';
import { storedSignIn } from '../../shared/session/stored-sign-in.js';
import { TableSkeleton } from '../../shared/ui/table-skeleton.js';

const HistoryDrawer = lazyDialog(() => import('../../features/audit/components/history-drawer.js'));

export default function UsersRoute() {
  const role = useFirstRole();
  const user = useSignedInUser();
  const organizations = useOrganizationChoices(role === 'SystemAdmin');
  const [shown, setShown] = useState<HistoryTarget | null>(null);
  if (!role) return <TableSkeleton />;
  return (
    <>
      <UsersPage
        // Not awaited: the list appears sooner, and only its live changes need the organization.
        viewer={{ id: storedSignIn.userId() ?? '', role, organizationId: user?.organizationId ?? null }}
        organizations={organizations}
        onHistory={({ id, username }) => setShown({ type: 'user', id, name: username })}
      />
      {shown && <HistoryDrawer target={shown} onClose={() => setShown(null)} />}
    </>
  );
}
