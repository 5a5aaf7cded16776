import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
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
          <Table className={styles.table} aria-label={texts.rowsWithErrors}>
            <TableHead>
              <TableRow>
                <TableCell>{messages.line}</TableCell>
                <TableCell>{messages.username}</TableCell>
                <TableCell>{texts.problem}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {faulty.slice(0, SHOWN_ERRORS).map(({ line, username, errors }) => (
                <TableRow key={line}>
                  <TableCell className="figures">{line}</TableCell>
                  <TableCell>{username || '–'}</TableCell>
                  <TableCell>{errors.map(({ field, message }) => `${field}: ${message}`).join(' ')}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {faulty.length > SHOWN_ERRORS && <p>{messages.andMore(faulty.length - SHOWN_ERRORS)}</p>}
        </>
      )}
      {seats.length > 0 && (
        <Table className={styles.table} aria-label={texts.seats}>
          <TableHead>
            <TableRow>
              <TableCell>{texts.organization}</TableCell>
              <TableCell>{texts.seatsBefore}</TableCell>
              <TableCell>{texts.seatsAfter}</TableCell>
              <TableCell>{texts.userLimit}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {seats.map(({ organizationId, name, before, after, userLimit }) => (
              <TableRow key={organizationId} data-over={after > userLimit}>
                <TableCell component="th" scope="row">
                  {name}
                </TableCell>
                <TableCell className="figures">{before}</TableCell>
                <TableCell className="figures">{after}</TableCell>
                <TableCell className="figures">{userLimit}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </>
  );
}
