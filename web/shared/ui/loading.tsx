import styles from './loading.module.css';

/** The placeholder while something loads. */
export function Loading({ text = 'Loading...' }: { text?: string }) {
  return (
    <p role="status" className={styles.loading}>
      {text}
    </p>
  );
}
