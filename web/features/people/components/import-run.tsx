import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { UserImport } from '../../../../api/contracts/user-import.contract.js';
import { saveFile } from '../../../shared/save-file.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { importList } from '../people.api.js';
import { userImportMessages as messages } from '../user-import.messages.js';
import { ImportProgress } from './import-progress.js';
import styles from './import-dialog.module.css';

interface ImportRunProps {
  run: UserImport;
  onAgain: () => void;
  onClose: () => void;
}

/** A running import and its result. Closing the dialog does not stop it. */
export function ImportRun({ run, onAgain, onClose }: ImportRunProps) {
  const texts = messages.run;
  const titleId = useId();
  const { state, made, refused, refusals, unchanged } = run;
  const download = useMutation({
    mutationFn: importList,
    onSuccess: (csv) => saveFile('users-import.csv', csv),
    onError: () => toast(texts.notDownloaded, 'error'),
  });
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{messages.title}</DialogTitle>
      <DialogContent className={styles.run}>
        {state === 'running' ? (
          <>
            <ImportProgress run={run} />
            <p className={styles.help}>{texts.continues}</p>
          </>
        ) : (
          <p role="status">{texts.ended(made, refused, unchanged)}</p>
        )}
        {refusals.length > 0 && (
          <Table className={styles.table} aria-label={texts.refusedRows}>
            <TableHead>
              <TableRow>
                <TableCell>{messages.line}</TableCell>
                <TableCell>{messages.username}</TableCell>
                <TableCell>{texts.reason}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {refusals.map(({ line, username, reason }) => (
                <TableRow key={line}>
                  <TableCell className="figures">{line}</TableCell>
                  <TableCell>{username || '–'}</TableCell>
                  <TableCell>{reason}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
        {refused > refusals.length && <p>{texts.andMoreInList(refused - refusals.length)}</p>}
      </DialogContent>
      <DialogActions>
        {state === 'ended' && (
          <>
            <Button disabled={download.isPending} onClick={() => download.mutate()}>
              {texts.downloadList}
            </Button>
            <Button onClick={onAgain}>{texts.another}</Button>
          </>
        )}
        <Button variant="contained" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
