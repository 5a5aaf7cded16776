import type { AuditState } from '../../../../api/contracts/audit.contract.js';
import { valueWords } from '../audit-words.js';
import { auditMessages as messages } from '../audit.messages.js';
import styles from './state-panel.module.css';

/** The state of a user or organization at a point in time. */
export function StateAnswer({ name, state }: { name: string; state: AuditState }) {
  if (state === null) return <p className={styles.none}>{messages.state.didNotExist(name)}</p>;
  const { fields } = messages;
  const facts =
    state.targetType === 'user'
      ? [
          [fields.role, state.role],
          [fields.enabled, valueWords('enabled', state.enabled)],
          [messages.targets.organization, state.organizationName ?? valueWords('organization', state.organizationId)],
        ]
      : [
          [fields.name, state.name],
          [fields.isPaid, valueWords('isPaid', state.isPaid)],
          [fields.userLimit, String(state.userLimit)],
        ];
  return (
    <dl className={styles.facts} aria-label={messages.state.label(name)}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="label">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
