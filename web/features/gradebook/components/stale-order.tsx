import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './stale-order.module.css';

interface StaleOrderProps {
  outOfOrder: boolean;
  onSortAgain: () => void;
}

/** Offers to sort again when live changes have made the rows differ from their sort. Covers the empty corner of the grid. */
export function StaleOrder({ outOfOrder, onSortAgain }: StaleOrderProps) {
  return (
    <div className={outOfOrder ? styles.stale : undefined}>
      <span role="status">{outOfOrder && messages.grid.outOfOrder}</span>
      {outOfOrder && (
        <button type="button" className={styles.again} onClick={onSortAgain}>
          {messages.grid.sortAgain}
        </button>
      )}
    </div>
  );
}
