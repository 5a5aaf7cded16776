import Link from '@mui/material/Link';
import TableRow from '@mui/material/TableRow';
import type { AuditEntry } from '../../../../api/contracts/audit.contract.js';
import { dateOnly, timeOnly } from '../../../shared/readable-time.js';
import { Cell, DataTable, RowHeader } from '../../../shared/ui/data-table.js';
import type { AuditFilter } from '../audit-filter.js';
import { actionWords, actorWords, targetWords, roleOf } from '../audit-words.js';
import { auditMessages as messages } from '../audit.messages.js';
import styles from './audit-page.module.css';
import { ChangeList } from './change-list.js';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  onFilter: (next: Partial<AuditFilter>) => void;
}

/** Table of audit entries, newest first. A click on a name filters by it. */
export function AuditTable({ entries, onFilter }: AuditTableProps) {
  const labels = messages.columns;
  return (
    <DataTable
      label={messages.title}
      columns={[
        { label: labels.when },
        { label: labels.doneBy },
        { label: labels.action },
        { label: labels.target },
        { label: labels.change },
        { label: messages.targets.organization },
        { label: labels.request },
      ]}
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} onFilter={onFilter} />
      ))}
    </DataTable>
  );
}

function AuditRow({ entry, onFilter }: { entry: AuditEntry; onFilter: AuditTableProps['onFilter'] }) {
  const { occurredAt, actor, action, target, changes, organization, requestId, address } = entry;
  const labels = messages.columns;
  const byActor = () => onFilter({ actorId: actor?.id, actorName: actorWords(actor) });
  const byTarget = () => onFilter({ targetType: target.type, targetId: target.id, targetName: targetWords(target) });
  return (
    <TableRow>
      <RowHeader className={styles.when}>
        <time dateTime={occurredAt}>
          {dateOnly(occurredAt)}
          <span className={styles.under}>{timeOnly(occurredAt)}</span>
        </time>
      </RowHeader>
      <Cell label={labels.doneBy}>
        <span>
          {actor ? (
            <Link component="button" type="button" color="inherit" className={styles.name} onClick={byActor}>
              {actorWords(actor)}
            </Link>
          ) : (
            actorWords(null)
          )}
          <span className={styles.under}>{roleOf(actor)}</span>
        </span>
      </Cell>
      <Cell label={labels.action}>{actionWords(action)}</Cell>
      <Cell label={labels.target}>
        <span>
          <Link component="button" type="button" color="inherit" className={styles.name} onClick={byTarget}>
            {targetWords(target)}
          </Link>
          <span className={styles.under}>{messages.targets[target.type]}</span>
        </span>
      </Cell>
      <Cell label={labels.change}>
        <ChangeList changes={changes} />
      </Cell>
      <Cell label={messages.targets.organization}>{organization?.name ?? '–'}</Cell>
      <Cell label={labels.request} className={`figures ${styles.request}`}>
        <span>
          <span className={styles.requestId} title={requestId ?? undefined}>
            {requestId ?? '–'}
          </span>
          {address && <span className={styles.under}>{address}</span>}
        </span>
      </Cell>
    </TableRow>
  );
}
