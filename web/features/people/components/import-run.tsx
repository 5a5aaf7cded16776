import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { UserImport } from '../../../../api/contracts/user-import.contract.js';
import { saveFile } from '../../../shared/save-file.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { importList } from '../api/import-users.js';
import { countOf } from '../use-import.js';
import { ImportProgress } from './import-progress.js';
import styles from './import-dialog.module.css';

interface ImportRunProps {
  run: UserImport;
  onAgain: () => void;
  onClose: () => void;
}

/** An import while it runs, and its result: closing the dialog stops nothing. */
export function ImportRun({ run, onAgain, onClose }: ImportRunProps) {
  const titleId = useId();
  const { state, made, refused, refusals, unchanged } = run;
  const download = useMutation({
    mutationFn: importList,
    onSuccess: (csv) => saveFile('users-import.csv', csv),
    onError: () => toast('Failed to download results', 'error'),
  });
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Import users</DialogTitle>
      <DialogContent className={styles.run}>
        {state === 'running' ? (
          <>
            <ImportProgress run={run} />
            <p className={styles.help}>The import continues when you close this dialog or leave the page.</p>
          </>
        ) : (
          <p role="status">
            {countOf(made)} imported, {refused} refused, {unchanged} unchanged.
          </p>
        )}
        {refusals.length > 0 && (
          <table className={styles.table} aria-label="Refused rows">
            <thead>
              <tr className="label">
                <th scope="col">Line</th>
                <th scope="col">Username</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {refusals.map(({ line, username, reason }) => (
                <tr key={line}>
                  <td className="figures">{line}</td>
                  <td>{username || '–'}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {refused > refusals.length && <p>And {refused - refusals.length} more, in the list.</p>}
      </DialogContent>
      <DialogActions>
        {state === 'ended' && (
          <>
            <Button disabled={download.isPending} onClick={() => download.mutate()}>
              Download list
            </Button>
            <Button onClick={onAgain}>Import another file</Button>
          </>
        )}
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
