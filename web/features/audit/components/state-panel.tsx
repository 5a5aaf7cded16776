import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { sharedMessages } from '../../../shared/shared.messages.js';
import { MomentInput } from '../../../shared/ui/moment-field.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { getAuditState, type AuditStateRequest } from '../api/get-audit-state.js';
import { momentOf } from '../audit-filter.js';
import { auditMessages as messages } from '../audit.messages.js';
import type { FindPeople, Named } from '../people-search.js';
import { PersonField } from './person-field.js';
import { StateAnswer } from './state-answer.js';
import styles from './state-panel.module.css';

interface StatePanelProps {
  organizations: readonly Named[];
  findPeople: FindPeople;
}

/** Shows the state at a point in time: role, organization and status of a user, payment and limit of an organization. */
export function StatePanel({ organizations, findPeople }: StatePanelProps) {
  const texts = messages.state;
  const [type, setType] = useState<AuditStateRequest['targetType']>('user');
  const [target, setTarget] = useState<Named | null>(null);
  const [at, setAt] = useState('');
  const [isPartial, setPartial] = useState(false);
  const state = useMutation({ mutationFn: getAuditState });
  const moment = momentOf(at);
  const choose = (next: Named | null) => {
    setTarget(next);
    state.reset();
  };
  return (
    <details className={styles.panel}>
      <summary>{texts.summary}</summary>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (target && moment) state.mutate({ targetType: type, targetId: target.id, at: moment });
        }}
      >
        <SelectField
          label={texts.of}
          value={type}
          options={[
            { value: 'user', text: messages.targets.user },
            { value: 'organization', text: messages.targets.organization },
          ]}
          onChange={(value) => {
            setType(value as AuditStateRequest['targetType']);
            choose(null);
          }}
        />
        {type === 'user' ? (
          <PersonField
            label={messages.fields.name}
            value={target?.name ?? ''}
            findPeople={findPeople}
            onPick={choose}
          />
        ) : (
          <SelectField
            label={messages.fields.name}
            value={target?.id ?? ''}
            options={[
              { value: '', text: texts.choose },
              ...organizations.map(({ id, name }) => ({ value: id, text: name })),
            ]}
            onChange={(id) => choose(organizations.find((organization) => organization.id === id) ?? null)}
          />
        )}
        <MomentInput
          label={texts.asOf}
          step={1}
          value={at}
          hint={isPartial ? sharedMessages.time.incomplete : undefined}
          onChange={(value, isValuePartial) => {
            setAt(value);
            setPartial(isValuePartial);
            state.reset();
          }}
        />
        <Button type="submit" variant="contained" disabled={!target || !moment || state.isPending}>
          {texts.show}
        </Button>
      </form>
      <div role="status">
        {state.error && <p>{titleOf(state.error)}</p>}
        {state.data !== undefined && <StateAnswer name={target?.name ?? ''} state={state.data} />}
      </div>
    </details>
  );
}
