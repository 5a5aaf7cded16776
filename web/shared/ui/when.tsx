import { stampOf, zoneAt } from '../local-time.js';
import { timeAgo } from '../readable-time.js';
import styles from './when.module.css';

interface WhenProps {
  moment: string;
  now: Date;
}

/** A moment as MM/DD/YYYY @ HH:mm with how far it is from now; the zone is in the tooltip, and read out. */
export function When({ moment, now }: WhenProps) {
  const zone = zoneAt(new Date(moment));
  return (
    <>
      <time dateTime={moment} title={`${stampOf(moment)}, ${zone}`} className={styles.moment}>
        {stampOf(moment)}
        <span className="visually-hidden"> {zone}</span>
      </time>{' '}
      <span className={styles.relative}>({timeAgo(moment, now)})</span>
    </>
  );
}
