import LinearProgress from '@mui/material/LinearProgress';
import { useId } from 'react';
import type { UserImport } from '../../../../api/contracts/user-import.contract.js';
import styles from './import-dialog.module.css';

/** How far a running import is: N of M, and a bar. */
export function ImportProgress({ run: { made, refused, total } }: { run: UserImport }) {
  const labelId = useId();
  const done = made + refused;
  return (
    <div className={styles.progress}>
      <p id={labelId}>
        {done} of {total} users imported{refused > 0 && `, ${refused} of them refused`}
      </p>
      <LinearProgress
        variant="determinate"
        value={total === 0 ? 100 : (done / total) * 100}
        aria-labelledby={labelId}
      />
    </div>
  );
}
