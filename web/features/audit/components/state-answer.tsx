import type { AuditState } from '../../../../api/contracts/audit.contract.js';
import { valueWords } from '../audit-words.js';
import styles from './state-panel.module.css';

/** What somebody or something was. */
export function StateAnswer({ name, state }: { name: string; state: AuditState }) {
  if (state === null) return <p className={styles.none}>{name} did not exist at that moment.</p>;
  const facts =
    state.targetType === 'user'
      ? [
          ['Role', state.role],
          ['Status', valueWords('enabled', state.enabled)],
          ['Organization', state.organizationName ?? valueWords('organization', state.organizationId)],
        ]
      : [
          ['Name', state.name],
          ['Payment', valueWords('isPaid', state.isPaid)],
          ['User limit', String(state.userLimit)],
        ];
  return (
    <dl className={styles.facts} aria-label={`State of ${name}`}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="label">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
