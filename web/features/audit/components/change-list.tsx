import type { AuditEntry } from '../../../../api/contracts/audit.contract.js';
import { fieldWords, valueWords } from '../audit-words.js';
import { auditMessages as messages } from '../audit.messages.js';
import styles from './change-list.module.css';

const SHOWN = 3;

/** The changed values of an entry, before and after. A long list, such as that of a new account, is collapsed. */
export function ChangeList({ changes }: Pick<AuditEntry, 'changes'>) {
  // the action already states the deletion
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
