import styles from './count-badge.module.css';

/** Number beside the name of a tab, said in words to screen readers. Renders nothing for zero. */
export function CountBadge({ count, words }: { count: number; words: string }) {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
