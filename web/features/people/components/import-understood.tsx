import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
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
        <Table className={styles.table} aria-label={texts.columns}>
          <TableHead>
            <TableRow>
              {used.map(({ field, title }) => (
                <TableCell key={field}>
                  {field}
                  {title !== field && <span className={styles.title}>{texts.quoted(title)}</span>}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {sample.map((row) => (
              <TableRow key={Object.values(row).join('\n')}>
                {used.map(({ field }) => (
                  <TableCell key={field}>{row[field!] || '–'}</TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      <p className={styles.help}>{sentences.join(' ')}</p>
    </section>
  );
}
