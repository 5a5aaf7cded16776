import type { UserImportUnderstood } from '../../../../api/contracts/user-import.contract.js';
import styles from './import-dialog.module.css';

const DELIMITERS: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

const valueOf = (value: string): string => (value === '' ? 'empty' : value);

/** How a file was read: its columns with a few rows, so that a wrong letter is seen before anybody is imported. */
export function ImportUnderstood({ understood }: { understood: UserImportUnderstood }) {
  const { delimiter, columns, defaults, sample } = understood;
  const used = columns.filter(({ field }) => field !== null);
  const ignored = columns.filter(({ field, title }) => field === null && title !== '');
  return (
    <section className={styles.understood} aria-label="How the file was read">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which must work by keyboard, too */}
      <div className={styles.scroll} role="region" aria-label="First rows" tabIndex={0}>
        <table className={styles.table} aria-label="Columns">
          <thead>
            <tr className="label">
              {used.map(({ field, title }) => (
                <th key={field} scope="col">
                  {field}
                  {title !== field && <span className={styles.title}>“{title}”</span>}
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
      <p className={styles.help}>
        Cells are separated by {DELIMITERS[delimiter] ?? delimiter}.
        {defaults.length > 0 &&
          ` Not in the file: ${defaults.map(({ field, value }) => `${field} (${valueOf(value)})`).join(', ')}.`}
        {ignored.length > 0 && ` Ignored columns: ${ignored.map(({ title }) => title).join(', ')}.`}
      </p>
    </section>
  );
}
