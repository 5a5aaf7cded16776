import { mdiRefresh, mdiTrayArrowDown } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../../shared/save-file.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { Icon } from '../../../shared/ui/icon.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Page } from '../../../shared/ui/page.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { ViewTabs } from '../../../shared/ui/view-tabs.js';
import { auditMessages as messages } from '../audit.messages.js';
import styles from './audit-page.module.css';

/** A query of rows that are loaded in pages. */
interface PagedQuery {
  error: Error | null;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

interface AuditFrameProps<Row> {
  view: 'changes' | 'security';
  /** Name of the rows in the text of a load failure. */
  what: string;
  query: PagedQuery;
  /** Undefined until the first page has arrived. */
  rows: readonly Row[] | undefined;
  csv: { name: string; load: () => Promise<string> };
  filters: ReactNode;
  empty: { title: string; text: string };
  /** Clears the filters; null when none are set. */
  onClear: (() => void) | null;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Frame of an audit view: tabs, refresh, download, filters, and the content before the first rows. */
export function AuditFrame<Row>({
  view,
  what,
  query,
  rows,
  csv,
  filters,
  empty,
  onClear,
  children,
}: AuditFrameProps<Row>) {
  const failed = query.error !== null && !rows;
  const refresh = () => void query.refetch();
  return (
    <Page
      title={messages.title}
      beside={
        <div className={styles.buttons}>
          <Button
            variant="outlined"
            startIcon={<Icon path={mdiRefresh} />}
            disabled={query.isFetching}
            onClick={refresh}
          >
            {messages.refresh}
          </Button>
          <DownloadButton {...csv} />
        </div>
      }
    >
      <ViewTabs
        label={messages.views}
        tabs={[
          { label: messages.changes, to: '/admin/audit', current: view === 'changes' },
          { label: messages.security, to: '/admin/audit?view=security', current: view === 'security' },
        ]}
      />
      {filters}
      {failed && <LoadFailed what={what} onRetry={refresh} />}
      {!rows && !failed && <TableSkeleton />}
      {rows?.length === 0 && (
        <EmptyNote title={empty.title}>
          {onClear ? (
            <Button variant="outlined" onClick={onClear}>
              {messages.clearFilters}
            </Button>
          ) : (
            <p>{empty.text}</p>
          )}
        </EmptyNote>
      )}
      {rows && rows.length > 0 && children(rows)}
      {query.hasNextPage && (
        <Button
          variant="outlined"
          className={styles.more}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {messages.loadMore}
        </Button>
      )}
    </Page>
  );
}

function DownloadButton({ name, load }: AuditFrameProps<never>['csv']) {
  const [saving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    load()
      .then((text) => saveFile(name, text))
      .catch(() => toast(messages.notDownloaded, 'error'))
      .finally(() => setSaving(false));
  };
  return (
    <Button variant="outlined" startIcon={<Icon path={mdiTrayArrowDown} />} disabled={saving} onClick={save}>
      {messages.download}
    </Button>
  );
}
