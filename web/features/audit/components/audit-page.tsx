import { mdiRefresh, mdiTrayArrowDown } from '@mdi/js';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { saveFile } from '../../../shared/save-file.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Page } from '../../../shared/ui/page.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { getAuditCsv } from '../api/get-audit-csv.js';
import { auditParameters, useAuditFilter } from '../audit-filter.js';
import type { FindPeople, Named } from '../people-search.js';
import { useAudit } from '../use-audit.js';
import { AuditFilters } from './audit-filters.js';
import styles from './audit-page.module.css';
import { AuditTable } from './audit-table.js';
import { AuditTabs } from './audit-tabs.js';
import { StatePanel } from './state-panel.js';

const SecurityView = lazy(() => import('./security-view.js'));

interface AuditPageProps {
  organizations: readonly Named[];
  findPeople: FindPeople;
}

/** The audit: changes from the log itself, and on a view of its own what was refused. */
export function AuditPage(props: AuditPageProps) {
  const [search] = useSearchInUrl();
  if (search.get('view') !== 'security') return <ChangesView {...props} />;
  return (
    <Suspense fallback={<TableSkeleton />}>
      <SecurityView findPeople={props.findPeople} />
    </Suspense>
  );
}

function ChangesView({ organizations, findPeople }: AuditPageProps) {
  const { filter, narrowed, change, clear } = useAuditFilter();
  const parameters = auditParameters(filter);
  const { entries, failed, busy, refresh, more, loadingMore } = useAudit(parameters);
  const [saving, setSaving] = useState(false);
  const saveCsv = () => {
    setSaving(true);
    getAuditCsv(parameters)
      .then((csv) => saveFile('audit.csv', csv))
      .catch(() => toast('Failed to download results', 'error'))
      .finally(() => setSaving(false));
  };
  return (
    <Page
      title="Audit"
      beside={
        <div className={styles.buttons}>
          <Button variant="outlined" startIcon={<Icon path={mdiRefresh} />} disabled={busy} onClick={refresh}>
            Refresh
          </Button>
          <Button
            variant="outlined"
            startIcon={<Icon path={mdiTrayArrowDown} />}
            disabled={saving}
            onClick={() => saveCsv()}
          >
            Download CSV
          </Button>
        </div>
      }
    >
      <AuditTabs current="changes" />
      <StatePanel organizations={organizations} findPeople={findPeople} />
      <AuditFilters filter={filter} organizations={organizations} findPeople={findPeople} onChange={change} />
      {failed && <LoadFailed what="The audit" onRetry={refresh} />}
      {!entries && !failed && <TableSkeleton />}
      {entries?.length === 0 && (
        <EmptyNote title="Nothing Found">
          {narrowed ? (
            <Button variant="outlined" onClick={clear}>
              Clear the filters
            </Button>
          ) : (
            <p>Whatever administrators and users do is listed here as soon as it happens.</p>
          )}
        </EmptyNote>
      )}
      {entries && entries.length > 0 && <AuditTable entries={entries} onFilter={change} />}
      {more && (
        <Button variant="outlined" className={styles.more} disabled={loadingMore} onClick={more}>
          Load more
        </Button>
      )}
    </Page>
  );
}
