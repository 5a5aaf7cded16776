import styles from './printed-sheets.module.css';

/** A person on paper: the username, followed by the name if there is one. */
export function PrintedPerson({ username, name }: { username: string; name: string }) {
  return (
    <>
      {username} {name && <span className={styles.realName}>({name})</span>}
    </>
  );
}
