import type { UserImportResult } from '../../../../api/contracts/user-import.contract.js';
import { Chip } from '../../../shared/ui/chip.js';
import styles from './import-dialog.module.css';

const SHOWN_ERRORS = 100;

/** What an import would do: how many rows of each kind, what is wrong with which, and the seats it takes. */
export function ImportPreview({ result: { rows, seats } }: { result: UserImportResult }) {
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  const faulty = rows.filter(({ outcome }) => outcome === 'error');
  return (
    <>
      <p role="status" className={styles.counts}>
        <Chip tone="good">{count('new')} new</Chip>
        <Chip>{count('unchanged')} unchanged</Chip>
        <Chip tone={faulty.length > 0 ? 'bad' : 'plain'}>{faulty.length} with errors</Chip>
      </p>
      {faulty.length > 0 && (
        <>
          <p>Nothing is imported while a row has an error. Correct the file and choose it again.</p>
          <table className={styles.table} aria-label="Rows with errors">
            <thead>
              <tr className="label">
                <th scope="col">Line</th>
                <th scope="col">Username</th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {faulty.slice(0, SHOWN_ERRORS).map(({ line, username, errors }) => (
                <tr key={line}>
                  <td className="figures">{line}</td>
                  <td>{username || '–'}</td>
                  <td>{errors.map(({ field, message }) => `${field}: ${message}`).join(' ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {faulty.length > SHOWN_ERRORS && <p>And {faulty.length - SHOWN_ERRORS} more.</p>}
        </>
      )}
      {seats.length > 0 && (
        <table className={styles.table} aria-label="Seats">
          <thead>
            <tr className="label">
              <th scope="col">Organization</th>
              <th scope="col">Seats before</th>
              <th scope="col">Seats after</th>
              <th scope="col">User limit</th>
            </tr>
          </thead>
          <tbody>
            {seats.map(({ organizationId, name, before, after, userLimit }) => (
              <tr key={organizationId} data-over={after > userLimit}>
                <th scope="row">{name}</th>
                <td className="figures">{before}</td>
                <td className="figures">{after}</td>
                <td className="figures">{userLimit}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
