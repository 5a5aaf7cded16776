import { dateAndTime } from '../../../shared/readable-time.js';
import styles from './leaderboard.module.css';

interface FrozenNoticeProps {
  frozenAt: string;
  /** Staff sees the board go on. */
  staff: boolean;
}

/** Says that and since when students see no changes. */
export function FrozenNotice({ frozenAt, staff }: FrozenNoticeProps) {
  const since = <time dateTime={frozenAt}>{dateAndTime(frozenAt)}</time>;
  return (
    <p role="status" className={styles.frozen}>
      {staff ? (
        <>The board is frozen since {since} for students. You see it go on.</>
      ) : (
        <>The board is frozen since {since}. Points still count, you will see them when it is revealed.</>
      )}
    </p>
  );
}
