import { useState } from 'react';
import type { AuditTarget } from '../../../../api/contracts/audit.contract.js';
import { sharedMessages } from '../../../shared/shared.messages.js';
import { MomentInput } from '../../../shared/ui/moment-field.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { useTextAhead } from '../../../shared/use-text-ahead.js';
import { type AuditFilter, TARGETS } from '../audit-filter.js';
import { knownActions } from '../audit-words.js';
import { auditMessages as messages } from '../audit.messages.js';
import type { FindPeople, Named } from '../people-search.js';
import styles from './audit-page.module.css';
import { PersonField } from './person-field.js';

interface AuditFiltersProps {
  filter: AuditFilter;
  organizations: readonly Named[];
  findPeople: FindPeople;
  onChange: (next: Partial<AuditFilter>) => void;
}

/** Filters of the audit: person, target, action and time. */
export function AuditFilters({ filter, organizations, findPeople, onChange }: AuditFiltersProps) {
  const labels = messages.filters;
  const target = (named: Named | null | undefined) => onChange({ targetId: named?.id, targetName: named?.name });
  return (
    <div role="search" className={styles.filters} aria-label={labels.label}>
      <PersonField
        label={labels.doneBy}
        value={filter.actorName ?? ''}
        findPeople={findPeople}
        onPick={(person) => onChange({ actorId: person?.id, actorName: person?.name })}
      />
      <SelectField
        label={labels.target}
        value={filter.targetType ?? ''}
        options={[
          { value: '', text: labels.allTargets },
          ...TARGETS.map((value) => ({ value, text: messages.targets[value] })),
        ]}
        onChange={(type) =>
          onChange({
            targetType: (type || undefined) as AuditTarget | undefined,
            targetId: undefined,
            targetName: undefined,
          })
        }
      />
      {filter.targetType === 'user' && (
        <PersonField
          label={messages.targets.user}
          value={filter.targetName ?? ''}
          findPeople={findPeople}
          onPick={target}
        />
      )}
      {filter.targetType === 'organization' && (
        <SelectField
          label={messages.targets.organization}
          value={filter.targetId ?? ''}
          options={[
            { value: '', text: labels.all },
            ...organizations.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={(id) => target(organizations.find((organization) => organization.id === id))}
        />
      )}
      <SelectField
        label={labels.action}
        value={filter.action ?? ''}
        options={[{ value: '', text: labels.allActions }, ...knownActions()]}
        onChange={(action) => onChange({ action })}
      />
      <MomentFilter label={labels.from} value={filter.from} onChange={(from) => onChange({ from })} />
      <MomentFilter label={labels.to} value={filter.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}

interface MomentFilterProps {
  label: string;
  /** Local time in the format of {@link MomentInput}. */
  value: string | undefined;
  onChange: (local: string) => void;
}

/** Field for a local time of the filter. A change applies once typing pauses and the date is complete. */
export function MomentFilter({ label, value, onChange }: MomentFilterProps) {
  const [text, type] = useTextAhead(value ?? '', onChange);
  const [isPartial, setPartial] = useState(false);
  return (
    <MomentInput
      label={label}
      value={text}
      hint={isPartial ? sharedMessages.time.incomplete : undefined}
      onChange={(next, isNextPartial) => {
        setPartial(isNextPartial);
        if (!isNextPartial) type(next);
      }}
    />
  );
}
