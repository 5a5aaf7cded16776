import { useState } from 'react';
import type { HistoryTarget } from '../../features/audit/components/history-drawer.js';
import { OrganizationsPage } from '../../features/organizations/components/organizations-page.js';
import { lazyDialog } from '../../shared/lazy/lazy-part.js';

const HistoryDrawer = lazyDialog(() => import('../../features/audit/components/history-drawer.js'));

export default function OrganizationsRoute() {
  const [shown, setShown] = useState<HistoryTarget | null>(null);
  return (
    <>
      <OrganizationsPage onHistory={({ id, name }) => setShown({ type: 'organization', id, name })} />
      {shown && <HistoryDrawer target={shown} onClose={() => setShown(null)} />}
    </>
  );
}
