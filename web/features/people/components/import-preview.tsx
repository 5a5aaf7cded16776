import type { UserImportResult } from '../../../../api/contracts/user-import.contract.js';
import { Chip } from '../../../shared/ui/chip.js';
import { userImportMessages as messages } from '../user-import.messages.js';
import styles from './import-dialog.module.css';

const SHOWN_ERRORS = 100;

/** Preview of an import: the number of rows of each kind, the errors with their rows, and the seats needed. */
export function ImportPreview({ result: { rows, seats } }: { result: UserImportResult }) {
  const texts = messages.preview;
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  const faulty = rows.filter(({ outcome }) => outcome === 'error');
  return (
    <>
      <p role="status" className={styles.counts}>
        <Chip tone="good">{texts.new(count('new'))}</Chip>
        <Chip>{texts.unchanged(count('unchanged'))}</Chip>
        <Chip tone={faulty.length > 0 ? 'bad' : 'plain'}>{texts.withErrors(faulty.length)}</Chip>
      </p>
      {faulty.length > 0 && (
        <>
          <p>{texts.nothingImported}</p>
          <table className={styles.table} aria-label={texts.rowsWithErrors}>
            <thead>
              <tr className="label">
                <th scope="col">{messages.line}</th>
                <th scope="col">{messages.username}</th>
                <th scope="col">{texts.problem}</th>
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
          {faulty.length > SHOWN_ERRORS && <p>{messages.andMore(faulty.length - SHOWN_ERRORS)}</p>}
        </>
      )}
      {seats.length > 0 && (
        <table className={styles.table} aria-label={texts.seats}>
          <thead>
            <tr className="label">
              <th scope="col">{texts.organization}</th>
              <th scope="col">{texts.seatsBefore}</th>
              <th scope="col">{texts.seatsAfter}</th>
              <th scope="col">{texts.userLimit}</th>
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
