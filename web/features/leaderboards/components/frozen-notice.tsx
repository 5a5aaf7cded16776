import { dateAndTime } from '../../../shared/readable-time.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import styles from './leaderboard.module.css';

interface FrozenNoticeProps {
  frozenAt: string;
  /** Whether the viewer is staff, who keep seeing live changes. */
  staff: boolean;
}

/** Notice that students see no changes since a given time. */
export function FrozenNotice({ frozenAt, staff }: FrozenNoticeProps) {
  const since = <time dateTime={frozenAt}>{dateAndTime(frozenAt)}</time>;
  return (
    <p role="status" className={styles.frozen}>
      {staff ? messages.board.frozenForStudents(since) : messages.board.frozenForYou(since)}
    </p>
  );
}
