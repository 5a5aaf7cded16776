import Link from '@mui/material/Link';
import TableRow from '@mui/material/TableRow';
import type { SecurityEvent } from '../../../../api/contracts/security-event.contract.js';
import { dateOnly, timeOnly } from '../../../shared/readable-time.js';
import { Cell, DataTable, RowHeader } from '../../../shared/ui/data-table.js';
import { auditMessages as messages } from '../audit.messages.js';
import type { SecurityFilter } from '../security-filter.js';
import { detailWords, eventWords } from '../security-words.js';
import styles from './audit-page.module.css';

interface SecurityTableProps {
  events: readonly SecurityEvent[];
  onFilter: (next: Partial<SecurityFilter>) => void;
}

/** Table of security events, newest first. A click on a person or an address filters by it. */
export function SecurityTable({ events, onFilter }: SecurityTableProps) {
  const labels = messages.columns;
  return (
    <DataTable
      label={messages.securityEvents.label}
      columns={[
        { label: labels.lastTime },
        { label: messages.filters.event },
        { label: labels.count },
        { label: labels.caller },
        { label: labels.account },
        { label: messages.filters.address },
        { label: labels.request },
      ]}
    >
      {events.map((event) => (
        <SecurityRow key={event.id} event={event} onFilter={onFilter} />
      ))}
    </DataTable>
  );
}

function SecurityRow({ event, onFilter }: { event: SecurityEvent; onFilter: SecurityTableProps['onFilter'] }) {
  const labels = messages.columns;
  const { lastAt, count, actor, user, address, route, requestId } = event;
  return (
    <TableRow>
      <RowHeader className={styles.when}>
        <time dateTime={lastAt}>
          {dateOnly(lastAt)}
          <span className={styles.under}>{timeOnly(lastAt)}</span>
        </time>
      </RowHeader>
      <Cell label={messages.filters.event}>
        <span>
          {eventWords(event)}
          <span className={styles.under}>{detailWords(event)}</span>
        </span>
      </Cell>
      <Cell label={labels.count} className="figures">
        {count}
      </Cell>
      <Cell label={labels.caller}>
        {actor ? <Person person={actor} onFilter={onFilter} /> : messages.securityEvents.notSignedIn}
      </Cell>
      <Cell label={labels.account}>{user ? <Person person={user} onFilter={onFilter} /> : '–'}</Cell>
      <Cell label={messages.filters.address} className="figures">
        {address ? (
          <Link
            component="button"
            type="button"
            color="inherit"
            className={styles.name}
            onClick={() => onFilter({ address })}
          >
            {address}
          </Link>
        ) : (
          '–'
        )}
      </Cell>
      <Cell label={labels.request} className={`figures ${styles.request}`}>
        <span>
          {route ?? '–'}
          <span className={`${styles.under} ${styles.requestId}`} title={requestId ?? undefined}>
            {requestId}
          </span>
        </span>
      </Cell>
    </TableRow>
  );
}

interface PersonProps {
  person: NonNullable<SecurityEvent['actor']>;
  onFilter: SecurityTableProps['onFilter'];
}

function Person({ person: { id, username }, onFilter }: PersonProps) {
  const name = username ?? messages.erasedPerson;
  return (
    <Link
      component="button"
      type="button"
      color="inherit"
      className={styles.name}
      onClick={() => onFilter({ userId: id, userName: name })}
    >
      {name}
    </Link>
  );
}
