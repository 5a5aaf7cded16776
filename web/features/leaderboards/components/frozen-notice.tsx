import { dateAndTime } from '../../../shared/readable-time.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
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
      {staff ? messages.board.frozenForStudents(since) : messages.board.frozenForYou(since)}
    </p>
  );
}
