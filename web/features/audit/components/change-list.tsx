import type { AuditEntry } from '../../../../api/contracts/audit.contract.js';
import { fieldWords, valueWords } from '../audit-words.js';
import styles from './change-list.module.css';

/** What a change turned from what into what. */
export function ChangeList({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className={styles.field}>{fieldWords(field)}:</span> {valueWords(field, from)}{' '}
          <span aria-label="to">→</span> <strong>{valueWords(field, to)}</strong>
        </li>
      ))}
    </ul>
  );
}
