import { useInfiniteQuery } from '@tanstack/react-query';
import type { SecurityEventKind } from '../../../../api/contracts/security-event.contract.js';
import { SelectField, TextField } from '../../../shared/ui/fields.js';
import { useTextAhead } from '../../../shared/use-text-ahead.js';
import { getSecurityCsv, securityEventsQuery } from '../api/get-security-events.js';
import { auditMessages as messages } from '../audit.messages.js';
import type { FindPeople } from '../people-search.js';
import { KINDS, type SecurityFilter, securityParameters, useSecurityFilter } from '../security-filter.js';
import { MomentFilter } from './audit-filters.js';
import { AuditFrame } from './audit-frame.js';
import styles from './audit-page.module.css';
import { PersonField } from './person-field.js';
import { SecurityTable } from './security-table.js';

/** Rejected requests of the last 90 days: failed sign-ins, denied permissions, throttling and password spraying. */
export default function SecurityView({ findPeople }: { findPeople: FindPeople }) {
  const texts = messages.securityEvents;
  const { filter, narrowed, change, clear } = useSecurityFilter();
  const parameters = securityParameters(filter);
  const query = useInfiniteQuery(securityEventsQuery(parameters));
  return (
    <AuditFrame
      view="security"
      what={texts.theEvents}
      query={query}
      rows={query.data?.pages.flatMap(({ events }) => events)}
      csv={{ name: 'security-events.csv', load: () => getSecurityCsv(parameters) }}
      filters={<SecurityFilters filter={filter} findPeople={findPeople} onChange={change} />}
      empty={{
        title: texts.noneFound,
        text: texts.noneFoundHelp,
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
  const labels = messages.filters;
  const [address, typeAddress] = useTextAhead(filter.address ?? '', (next) => onChange({ address: next }));
  return (
    <div role="search" className={styles.filters} aria-label={labels.label}>
      <SelectField
        label={labels.event}
        value={filter.kind ?? ''}
        options={[
          { value: '', text: labels.allEvents },
          ...KINDS.map((value) => ({ value, text: messages.securityKinds[value] })),
        ]}
        onChange={(kind) => onChange({ kind: (kind || undefined) as SecurityEventKind | undefined })}
      />
      <PersonField
        label={labels.person}
        value={filter.userName ?? ''}
        findPeople={findPeople}
        onPick={(person) => onChange({ userId: person?.id, userName: person?.name })}
      />
      <TextField
        label={labels.address}
        value={address}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        placeholder={labels.addressExample}
        onChange={typeAddress}
      />
      <MomentFilter label={labels.from} value={filter.from} onChange={(from) => onChange({ from })} />
      <MomentFilter label={labels.to} value={filter.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}
