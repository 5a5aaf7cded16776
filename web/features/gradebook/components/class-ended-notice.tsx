import { dateAndTime } from '../../../shared/readable-time.js';
import styles from './gradebook-page.module.css';

/** Says that the class is over. */
export function ClassEndedNotice({ endDate }: { endDate: string | null }) {
  return (
    <p role="status" className={endDate ? styles.ended : 'visually-hidden'}>
      {endDate && `This class ended on ${dateAndTime(endDate)}.`}
    </p>
  );
}
