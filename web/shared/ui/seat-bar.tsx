import { isNearUserLimit } from '../../../api/contracts/seat-badge.rule.js';
import { readableNumber } from '../locale.js';
import styles from './seat-bar.module.css';

/** Seats taken of the user limit, in figures and as a bar; red by the seat badge rule (product §9). */
export function SeatBar({ activeUsers, userLimit }: { activeUsers: number; userLimit: number }) {
  const share = userLimit === 0 ? 0 : Math.min(1, activeUsers / userLimit);
  return (
    <span className={styles.seats} data-near-limit={isNearUserLimit(activeUsers, userLimit)}>
      <span className="figures">
        {readableNumber(activeUsers)} / {readableNumber(userLimit)}
      </span>
      <span aria-hidden="true" className={styles.bar}>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}
