import type { AuditEntry } from '../../../../api/contracts/audit.contract.js';
import { fieldWords, valueWords } from '../audit-words.js';
import { auditMessages as messages } from '../audit.messages.js';
import styles from './change-list.module.css';

const SHOWN = 3;

/** What a change turned from what into what; a long list, as of somebody new, is folded. */
export function ChangeList({ changes }: Pick<AuditEntry, 'changes'>) {
  // that something is deleted is what the action says
  const shown = changes.filter(({ field }) => field !== 'deleted');
  if (shown.length === 0) return null;
  if (shown.length <= SHOWN) return <Changes changes={shown} />;
  return (
    <details className={styles.folded}>
      <summary>{messages.values.count(shown.length)}</summary>
      <Changes changes={shown} />
    </details>
  );
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className={styles.field}>{fieldWords(field)}:</span> {valueWords(field, from)}{' '}
          <span role="img" aria-label={messages.values.to}>
            {messages.values.arrow}
          </span>{' '}
          <strong>{valueWords(field, to)}</strong>
        </li>
      ))}
    </ul>
  );
}
