import styles from './notice-line.module.css';

export interface Notice {
  text: string;
  severity: 'success' | 'warning' | 'error';
}

/** A message above a form, announced when it appears. */
export function NoticeLine({ notice }: { notice: Notice | null }) {
  return (
    <div role="alert" className={styles.place}>
      {notice && (
        <p className={styles.notice} data-severity={notice.severity}>
          {notice.text}
        </p>
      )}
    </div>
  );
}
