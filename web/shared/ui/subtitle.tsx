import Skeleton from '@mui/material/Skeleton';
import styles from './subtitle.module.css';

/** The line below a title. While its text is undefined, it takes the room of a usual one, so that nothing moves later. */
export function Subtitle({ text }: { text: string | undefined }) {
  return <p className={styles.subtitle}>{text ?? <Skeleton component="span" className={styles.room} aria-hidden />}</p>;
}
