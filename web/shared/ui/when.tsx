import { stampOf, zoneAt } from '../local-time.js';
import { timeAgo } from '../readable-time.js';
import { sharedMessages } from '../shared.messages.js';
import styles from './when.module.css';

interface WhenProps {
  moment: string;
  now: Date;
  /** The time is in the future. Otherwise it is shown as past, although `now` may be a few seconds old. */
  planned?: boolean;
}

/** A time as MM/DD/YYYY @ HH:mm with its distance from now. The zone is in the tooltip and read by screen readers. */
export function When({ moment, now, planned = false }: WhenProps) {
  const zone = zoneAt(new Date(moment));
  return (
    <>
      <time dateTime={moment} title={`${stampOf(moment)}, ${zone}`} className={styles.moment}>
        {stampOf(moment)}
        <span className="visually-hidden"> {zone}</span>
      </time>{' '}
      <span className={styles.relative}>
        ({planned && isNear(moment, now) ? sharedMessages.time.soon : timeAgo(moment, now)})
      </span>
    </>
  );
}

const MINUTE_MS = 60_000;

function isNear(moment: string, now: Date): boolean {
  const ahead = new Date(moment).getTime() - now.getTime();
  return ahead > 0 && ahead < MINUTE_MS;
}
