import { useInfiniteQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../shared/lazy/lazy-part.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { auditQuery } from '../api/get-audit.js';
import { getAuditCsv } from '../api/get-audit-csv.js';
import { auditParameters, useAuditFilter } from '../audit-filter.js';
import { auditMessages as messages } from '../audit.messages.js';
import type { FindPeople, Named } from '../people-search.js';
import { AuditFilters } from './audit-filters.js';
import { AuditFrame } from './audit-frame.js';
import { AuditTable } from './audit-table.js';
import { StatePanel } from './state-panel.js';

const SecurityView = lazyPart(() => import('./security-view.js'), <TableSkeleton />);

interface AuditPageProps {
  organizations: readonly Named[];
  findPeople: FindPeople;
}

/** The audit page: changes from the log, and rejected requests as a second view. */
export function AuditPage(props: AuditPageProps) {
  const [search] = useSearchInUrl();
  if (search.get('view') !== 'security') return <ChangesView {...props} />;
  return <SecurityView findPeople={props.findPeople} />;
}

function ChangesView({ organizations, findPeople }: AuditPageProps) {
  const { filter, narrowed, change, clear } = useAuditFilter();
  const parameters = auditParameters(filter);
  const query = useInfiniteQuery(auditQuery(parameters));
  return (
    <AuditFrame
      view="changes"
      what={messages.theAudit}
      query={query}
      rows={query.data?.pages.flatMap(({ entries }) => entries)}
      csv={{ name: 'audit.csv', load: () => getAuditCsv(parameters) }}
      filters={
        <>
          <StatePanel organizations={organizations} findPeople={findPeople} />
          <AuditFilters filter={filter} organizations={organizations} findPeople={findPeople} onChange={change} />
        </>
      }
      empty={{
        title: messages.noneFound,
        text: messages.noneFoundHelp,
      }}
      onClear={narrowed ? clear : null}
    >
      {(entries) => <AuditTable entries={entries} onFilter={change} />}
    </AuditFrame>
  );
}
