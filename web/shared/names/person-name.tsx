import { useAtomValue } from '../state/jotai.js';
import styles from './person-name.module.css';
import { showNamesAtom } from './show-names.atoms.js';

interface PersonNameProps {
  username: string;
  /** First and last name; empty for people without one, such as erased accounts. */
  name: string;
  /** Style for the whole text, in either form. */
  className?: string | undefined;
}

/** A person: the username, or the name with the username below where this browser shows names. */
export function PersonName({ username, name, className = '' }: PersonNameProps) {
  const showNames = useAtomValue(showNamesAtom);
  if (!showNames || name === '') {
    return <span className={`${styles.line} ${className}`}>{username}</span>;
  }
  return (
    <span className={`${styles.person} ${className}`}>
      <span className={styles.line}>{name}</span>{' '}
      <span className={`${styles.line} ${styles.username}`}>{username}</span>
    </span>
  );
}
