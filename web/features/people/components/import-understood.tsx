import type { UserImportUnderstood } from '../../../../api/contracts/user-import.contract.js';
import { userImportMessages as messages } from '../user-import.messages.js';
import styles from './import-dialog.module.css';

/** Shows how a file was parsed: its columns with a few rows. A wrong encoding is therefore visible before the import. */
export function ImportUnderstood({ understood }: { understood: UserImportUnderstood }) {
  const texts = messages.understood;
  const delimiters: Readonly<Record<string, string>> = messages.delimiters;
  const { delimiter, columns, defaults, sample } = understood;
  const used = columns.filter(({ field }) => field !== null);
  const ignored = columns.filter(({ field, title }) => field === null && title !== '');
  const sentences = [texts.separatedBy(delimiters[delimiter] ?? delimiter)];
  if (defaults.length > 0)
    sentences.push(
      texts.missing(defaults.map(({ field, value }) => texts.defaultOf(field, value || texts.empty)).join(', ')),
    );
  if (ignored.length > 0) sentences.push(texts.ignored(ignored.map(({ title }) => title).join(', ')));
  return (
    <section className={styles.understood} aria-label={texts.label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which must also work by keyboard */}
      <div className={styles.scroll} role="region" aria-label={texts.firstRows} tabIndex={0}>
        <table className={styles.table} aria-label={texts.columns}>
          <thead>
            <tr className="label">
              {used.map(({ field, title }) => (
                <th key={field} scope="col">
                  {field}
                  {title !== field && <span className={styles.title}>{texts.quoted(title)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((row) => (
              <tr key={Object.values(row).join('\n')}>
                {used.map(({ field }) => (
                  <td key={field}>{row[field!] || '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.help}>{sentences.join(' ')}</p>
    </section>
  );
}
