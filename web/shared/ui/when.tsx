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
      <span className={styles.relative}>({relative(moment, now)})</span>
    </>
  );
}

const MINUTE_MS = 60_000;

function relative(moment: string, now: Date): string {
  const ahead = new Date(moment).getTime() - now.getTime();
  return ahead > 0 && ahead < MINUTE_MS ? 'in less than a minute' : timeAgo(moment, now);
}
