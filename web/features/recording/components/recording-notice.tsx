import { recordingMessages as messages } from '../recording.messages.js';
import styles from './recording-notice.module.css';

interface RecordingNoticeProps {
  /** Null when the class is not recorded; undefined from a server of an older version. */
  days: number | null | undefined;
}

/** Says that the class is recorded, for how long, and who sees it. */
export const RecordingNotice = ({ days }: RecordingNoticeProps) =>
  days ? <p className={styles.notice}>{messages.notice(days)}</p> : null;
