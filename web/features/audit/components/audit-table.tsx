import type { AuditEntry } from '../../../../api/contracts/audit.contract.js';
import { dateOnly, timeOnly } from '../../../shared/readable-time.js';
import { Cell, DataTable } from '../../../shared/ui/data-table.js';
import type { AuditFilter } from '../audit-filter.js';
import { actionWords, actorWords, targetTypeWords, targetWords, roleOf } from '../audit-words.js';
import styles from './audit-page.module.css';
import { ChangeList } from './change-list.js';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  onFilter: (next: Partial<AuditFilter>) => void;
}

const COLUMNS = [
  { label: 'When' },
  { label: 'Who' },
  { label: 'What' },
  { label: 'On whom' },
  { label: 'From → to' },
  { label: 'Organization' },
  { label: 'Request' },
];

/** The entries, newest first. Names lead to everything of theirs. */
export function AuditTable({ entries, onFilter }: AuditTableProps) {
  return (
    <DataTable label="Audit" columns={COLUMNS}>
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} onFilter={onFilter} />
      ))}
    </DataTable>
  );
}

function AuditRow({ entry, onFilter }: { entry: AuditEntry; onFilter: AuditTableProps['onFilter'] }) {
  const { occurredAt, actor, action, target, changes, organization, requestId, address } = entry;
  const byActor = () => onFilter({ actorId: actor?.id, actorName: actorWords(actor) });
  const byTarget = () => onFilter({ targetType: target.type, targetId: target.id, targetName: targetWords(target) });
  return (
    <tr>
      <th scope="row" className={styles.when}>
        <time dateTime={occurredAt}>
          {dateOnly(occurredAt)}
          <span className={styles.under}>{timeOnly(occurredAt)}</span>
        </time>
      </th>
      <Cell label="Who">
        <span>
          {actor ? (
            <button type="button" className={styles.name} onClick={byActor}>
              {actorWords(actor)}
            </button>
          ) : (
            actorWords(null)
          )}
          <span className={styles.under}>{roleOf(actor)}</span>
        </span>
      </Cell>
      <Cell label="What">{actionWords(action)}</Cell>
      <Cell label="On whom">
        <span>
          <button type="button" className={styles.name} onClick={byTarget}>
            {targetWords(target)}
          </button>
          <span className={styles.under}>{targetTypeWords(target.type)}</span>
        </span>
      </Cell>
      <Cell label="From → to">
        <ChangeList changes={changes} />
      </Cell>
      <Cell label="Organization">{organization?.name ?? '–'}</Cell>
      <Cell label="Request" className={`figures ${styles.request}`}>
        <span>
          <span className={styles.requestId} title={requestId ?? undefined}>
            {requestId ?? '–'}
          </span>
          {address && <span className={styles.under}>{address}</span>}
        </span>
      </Cell>
    </tr>
  );
}
