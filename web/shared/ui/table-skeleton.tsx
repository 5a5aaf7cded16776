import { Loading } from './loading.js';
import styles from './table-skeleton.module.css';

const ROWS = Array.from({ length: 8 }, (_, row) => row);

/** The shape of a table while it loads. */
export function TableSkeleton() {
  return (
    <div>
      <Loading />
      <div aria-hidden="true" className={styles.rows}>
        {ROWS.map((row) => (
          <span key={row} className={styles.row} />
        ))}
      </div>
    </div>
  );
}
