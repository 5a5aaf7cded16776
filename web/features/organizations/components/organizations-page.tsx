import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { DataTable } from '../../../shared/ui/data-table.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { Page } from '../../../shared/ui/page.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import type { OrganizationDialog } from '../organization-asked.js';
import { organizationsMessages as messages } from '../organizations.messages.js';
import { useOrganizations } from '../use-organizations.js';
import { OrganizationRow } from './organization-row.js';
import { SeatsChart } from './seats-chart.js';

const OrganizationDialogs = lazyDialog(() => import('./organization-dialogs.js'));

/** The Organizations page: payment, seats, and all actions of a system admin. */
export function OrganizationsPage({ onHistory }: { onHistory: (organization: Organization) => void }) {
  const { columns } = messages;
  const { organizations, failed, retry } = useOrganizations();
  const [asked, setAsked] = useState<OrganizationDialog | null>(null);
  const add = (
    <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => setAsked({ kind: 'create' })}>
      {messages.add}
    </Button>
  );
  return (
    <Page
      title={messages.title}
      beside={
        <>
          <LiveSign />
          {organizations && organizations.length > 0 && add}
        </>
      }
    >
      {failed && <LoadFailed what={messages.theOrganizations} onRetry={retry} />}
      {!organizations && !failed && <TableSkeleton />}
      {organizations?.length === 0 && (
        <EmptyNote title={messages.noneFound}>
          <p>{messages.noneFoundHelp}</p>
          {add}
        </EmptyNote>
      )}
      {organizations && organizations.length > 0 && (
        <>
          <SeatsChart organizations={organizations} />
          <DataTable
            label={messages.title}
            columns={[
              { label: messages.name },
              { label: columns.status },
              { label: columns.seats },
              { label: columns.recording },
              { label: columns.created },
              { label: columns.actions, hidden: true },
            ]}
          >
            {organizations.map((organization) => (
              <OrganizationRow
                key={organization.id}
                organization={organization}
                onAsk={(kind) => (kind === 'history' ? onHistory(organization) : setAsked({ kind, organization }))}
              />
            ))}
          </DataTable>
        </>
      )}
      {asked && <OrganizationDialogs asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}
