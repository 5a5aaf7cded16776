import type { SecurityEvent } from '../../../../api/contracts/security-event.contract.js';
import { dateOnly, timeOnly } from '../../../shared/readable-time.js';
import { Cell, DataTable } from '../../../shared/ui/data-table.js';
import type { SecurityFilter } from '../security-filter.js';
import { detailWords, eventWords } from '../security-words.js';
import styles from './audit-page.module.css';

interface SecurityTableProps {
  events: readonly SecurityEvent[];
  onFilter: (next: Partial<SecurityFilter>) => void;
}

const COLUMNS = [
  { label: 'Last time' },
  { label: 'Event' },
  { label: 'Times' },
  { label: 'Caller' },
  { label: 'Account tried' },
  { label: 'Address' },
  { label: 'Request' },
];

/** The security events, newest first. People and addresses narrow the list to theirs. */
export function SecurityTable({ events, onFilter }: SecurityTableProps) {
  return (
    <DataTable label="Security events" columns={COLUMNS}>
      {events.map((event) => (
        <SecurityRow key={event.id} event={event} onFilter={onFilter} />
      ))}
    </DataTable>
  );
}

function SecurityRow({ event, onFilter }: { event: SecurityEvent; onFilter: SecurityTableProps['onFilter'] }) {
  const { lastAt, count, actor, user, address, route, requestId } = event;
  return (
    <tr>
      <th scope="row" className={styles.when}>
        <time dateTime={lastAt}>
          {dateOnly(lastAt)}
          <span className={styles.under}>{timeOnly(lastAt)}</span>
        </time>
      </th>
      <Cell label="Event">
        <span>
          {eventWords(event)}
          <span className={styles.under}>{detailWords(event)}</span>
        </span>
      </Cell>
      <Cell label="Times" className="figures">
        {count}
      </Cell>
      <Cell label="Caller">{actor ? <Person person={actor} onFilter={onFilter} /> : 'Not signed in'}</Cell>
      <Cell label="Account tried">{user ? <Person person={user} onFilter={onFilter} /> : '–'}</Cell>
      <Cell label="Address" className="figures">
        {address ? (
          <button type="button" className={styles.name} onClick={() => onFilter({ address })}>
            {address}
          </button>
        ) : (
          '–'
        )}
      </Cell>
      <Cell label="Request" className={`figures ${styles.request}`}>
        <span>
          {route ?? '–'}
          <span className={`${styles.under} ${styles.requestId}`} title={requestId ?? undefined}>
            {requestId}
          </span>
        </span>
      </Cell>
    </tr>
  );
}

interface PersonProps {
  person: NonNullable<SecurityEvent['actor']>;
  onFilter: SecurityTableProps['onFilter'];
}

function Person({ person: { id, username }, onFilter }: PersonProps) {
  const name = username ?? 'An erased person';
  return (
    <button type="button" className={styles.name} onClick={() => onFilter({ userId: id, userName: name })}>
      {name}
    </button>
  );
}
