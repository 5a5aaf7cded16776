import { mdiRefresh, mdiTrayArrowDown } from '@mdi/js';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecurityEventKind } from '../../../../api/contracts/security-event.contract.js';
import { saveFile } from '../../../shared/save-file.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { Icon } from '../../../shared/ui/icon.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Page } from '../../../shared/ui/page.js';
import { SelectField } from '../../../shared/ui/select-field.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useTextAhead } from '../../../shared/use-text-ahead.js';
import { getSecurityCsv, securityEventsQuery } from '../api/get-security-events.js';
import type { FindPeople } from '../people-search.js';
import { KINDS, type SecurityFilter, securityParameters, useSecurityFilter } from '../security-filter.js';
import { KIND_WORDS } from '../security-words.js';
import { MomentInput } from './audit-filters.js';
import styles from './audit-page.module.css';
import { AuditTabs } from './audit-tabs.js';
import { PersonField } from './person-field.js';
import { SecurityTable } from './security-table.js';

const KIND_OPTIONS = [{ value: '', text: 'All events' }, ...KINDS.map((value) => ({ value, text: KIND_WORDS[value] }))];

/** Refused requests of the last 90 days: failed sign-ins, denied permissions, throttling and password spraying. */
export default function SecurityView({ findPeople }: { findPeople: FindPeople }) {
  const { filter, narrowed, change, clear } = useSecurityFilter();
  const parameters = securityParameters(filter);
  const query = useInfiniteQuery(securityEventsQuery(parameters));
  const events = query.data?.pages.flatMap((page) => page.events);
  const failed = query.error !== null && !events;
  const [saving, setSaving] = useState(false);
  const saveCsv = () => {
    setSaving(true);
    getSecurityCsv(parameters)
      .then((csv) => saveFile('security-events.csv', csv))
      .catch(() => toast('Failed to download results', 'error'))
      .finally(() => setSaving(false));
  };
  return (
    <Page
      title="Audit"
      beside={
        <div className={styles.buttons}>
          <Button
            variant="outlined"
            startIcon={<Icon path={mdiRefresh} />}
            disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
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
      <AuditTabs current="security" />
      <SecurityFilters filter={filter} findPeople={findPeople} onChange={change} />
      {failed && <LoadFailed what="The security events" onRetry={() => void query.refetch()} />}
      {!events && !failed && <TableSkeleton />}
      {events?.length === 0 && (
        <EmptyNote title="No Security Events">
          {narrowed ? (
            <Button variant="outlined" onClick={clear}>
              Clear the filters
            </Button>
          ) : (
            <p>Failed sign-ins, denied permissions and throttled requests appear here within seconds, for 90 days.</p>
          )}
        </EmptyNote>
      )}
      {events && events.length > 0 && <SecurityTable events={events} onFilter={change} />}
      {query.hasNextPage && (
        <Button
          variant="outlined"
          className={styles.more}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </Page>
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
      <MomentInput label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <MomentInput label="To" value={filter.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}
