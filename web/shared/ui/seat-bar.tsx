import LinearProgress from '@mui/material/LinearProgress';
import { isNearUserLimit } from '../../../api/contracts/seat-badge.rule.js';
import { readableNumber } from '../locale.js';
import styles from './seat-bar.module.css';

/** Used seats and user limit, as numbers and as a bar (docs/rules.md#seat-badge). */
export function SeatBar({ activeUsers, userLimit }: { activeUsers: number; userLimit: number }) {
  const share = userLimit === 0 ? 0 : Math.min(1, activeUsers / userLimit);
  const near = isNearUserLimit(activeUsers, userLimit);
  return (
    <span className={styles.seats} data-near-limit={near}>
      <span className="figures">
        {readableNumber(activeUsers)} / {readableNumber(userLimit)}
      </span>
      <LinearProgress aria-hidden="true" variant="determinate" color={near ? 'error' : 'success'} value={share * 100} />
    </span>
  );
}
