import type { AuditTarget } from '../../../../api/contracts/audit.contract.js';
import { LATEST_PICKED } from '../../../shared/local-time.js';
import { SelectField } from '../../../shared/ui/select-field.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useTextAhead } from '../../../shared/use-text-ahead.js';
import { type AuditFilter, TARGETS } from '../audit-filter.js';
import { KNOWN_ACTIONS, targetTypeWords } from '../audit-words.js';
import type { FindPeople, Named } from '../people-search.js';
import styles from './audit-page.module.css';
import { PersonField } from './person-field.js';

interface AuditFiltersProps {
  filter: AuditFilter;
  organizations: readonly Named[];
  findPeople: FindPeople;
  onChange: (next: Partial<AuditFilter>) => void;
}

const TARGET_OPTIONS = [
  { value: '', text: 'Everything' },
  ...TARGETS.map((value) => ({ value, text: targetTypeWords(value) })),
];
const ACTION_OPTIONS = [{ value: '', text: 'All actions' }, ...KNOWN_ACTIONS];

/** Narrows the audit by person, target, action and time. */
export function AuditFilters({ filter, organizations, findPeople, onChange }: AuditFiltersProps) {
  const target = (named: Named | null | undefined) => onChange({ targetId: named?.id, targetName: named?.name });
  return (
    <div role="search" className={styles.filters} aria-label="Filters">
      <PersonField
        label="Done by"
        value={filter.actorName ?? ''}
        findPeople={findPeople}
        onPick={(person) => onChange({ actorId: person?.id, actorName: person?.name })}
      />
      <SelectField
        label="Done to"
        value={filter.targetType ?? ''}
        options={TARGET_OPTIONS}
        onChange={(type) =>
          onChange({
            targetType: (type || undefined) as AuditTarget | undefined,
            targetId: undefined,
            targetName: undefined,
          })
        }
      />
      {filter.targetType === 'user' && (
        <PersonField label="User" value={filter.targetName ?? ''} findPeople={findPeople} onPick={target} />
      )}
      {filter.targetType === 'organization' && (
        <SelectField
          label="Organization"
          value={filter.targetId ?? ''}
          options={[{ value: '', text: 'All' }, ...organizations.map(({ id, name }) => ({ value: id, text: name }))]}
          onChange={(id) => target(organizations.find((organization) => organization.id === id))}
        />
      )}
      <SelectField
        label="Action"
        value={filter.action ?? ''}
        options={ACTION_OPTIONS}
        onChange={(action) => onChange({ action })}
      />
      <MomentInput label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <MomentInput label="To" value={filter.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}

interface MomentInputProps {
  label: string;
  value: string | undefined;
  onChange: (local: string) => void;
}

/** A moment of the filter in local time, sent once the typing pauses. */
export function MomentInput({ label, value, onChange }: MomentInputProps) {
  const [text, type] = useTextAhead(value ?? '', onChange);
  return <TextInput label={label} type="datetime-local" max={LATEST_PICKED} value={text} onChange={type} />;
}
