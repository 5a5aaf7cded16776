import { useInfiniteQuery } from '@tanstack/react-query';
import type { SecurityEventKind } from '../../../../api/contracts/security-event.contract.js';
import { SelectField } from '../../../shared/ui/select-field.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useTextAhead } from '../../../shared/use-text-ahead.js';
import { getSecurityCsv, securityEventsQuery } from '../api/get-security-events.js';
import type { FindPeople } from '../people-search.js';
import { KINDS, type SecurityFilter, securityParameters, useSecurityFilter } from '../security-filter.js';
import { KIND_WORDS } from '../security-words.js';
import { MomentFilter } from './audit-filters.js';
import { AuditFrame } from './audit-frame.js';
import styles from './audit-page.module.css';
import { PersonField } from './person-field.js';
import { SecurityTable } from './security-table.js';

const KIND_OPTIONS = [{ value: '', text: 'All events' }, ...KINDS.map((value) => ({ value, text: KIND_WORDS[value] }))];

/** Refused requests of the last 90 days: failed sign-ins, denied permissions, throttling and password spraying. */
export default function SecurityView({ findPeople }: { findPeople: FindPeople }) {
  const { filter, narrowed, change, clear } = useSecurityFilter();
  const parameters = securityParameters(filter);
  const query = useInfiniteQuery(securityEventsQuery(parameters));
  return (
    <AuditFrame
      view="security"
      what="The security events"
      query={query}
      rows={query.data?.pages.flatMap(({ events }) => events)}
      csv={{ name: 'security-events.csv', load: () => getSecurityCsv(parameters) }}
      filters={<SecurityFilters filter={filter} findPeople={findPeople} onChange={change} />}
      empty={{
        title: 'No Security Events',
        text: 'Failed sign-ins, denied permissions and throttled requests appear here within seconds, for 90 days.',
      }}
      onClear={narrowed ? clear : null}
    >
      {(events) => <SecurityTable events={events} onFilter={change} />}
    </AuditFrame>
  );
}

interface SecurityFiltersProps {
  filter: SecurityFilter;
  findPeople: FindPeople;
  onChange: (next: Partial<SecurityFilter>) => void;
}

function SecurityFilters({ filter, findPeople, onChange }: SecurityFiltersProps) {
  const [address, typeAddress] = useTextAhead(filter.address ?? '', (next) => onChange({ address: next }));
  return (
    <div role="search" className={styles.filters} aria-label="Filters">
      <SelectField
        label="Event"
        value={filter.kind ?? ''}
        options={KIND_OPTIONS}
        onChange={(kind) => onChange({ kind: (kind || undefined) as SecurityEventKind | undefined })}
      />
      <PersonField
        label="Person"
        value={filter.userName ?? ''}
        findPeople={findPeople}
        onPick={(person) => onChange({ userId: person?.id, userName: person?.name })}
      />
      <TextInput
        label="Address"
        value={address}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        placeholder="IPv4, or IPv6 for its /64"
        onChange={typeAddress}
      />
      <MomentFilter label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <MomentFilter label="To" value={filter.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}
