import LinearProgress from '@mui/material/LinearProgress';
import { useId } from 'react';
import type { UserImport } from '../../../../api/contracts/user-import.contract.js';
import { userImportMessages as messages } from '../user-import.messages.js';
import styles from './import-dialog.module.css';

/** Progress of a running import: N of M, and a bar. */
export function ImportProgress({ run: { made, refused, total } }: { run: UserImport }) {
  const labelId = useId();
  const done = made + refused;
  return (
    <div className={styles.progress}>
      <p id={labelId}>
        {refused > 0 ? messages.run.progressRefused(done, total, refused) : messages.run.progress(done, total)}
      </p>
      <LinearProgress
        variant="determinate"
        value={total === 0 ? 100 : (done / total) * 100}
        aria-labelledby={labelId}
      />
    </div>
  );
}
