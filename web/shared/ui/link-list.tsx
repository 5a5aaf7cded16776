import { Children, type ReactNode } from 'react';
import styles from './link-list.module.css';

/** Where else to go from here, at the foot of a card. */
export function LinkList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{Children.map(children, (link) => link && <li>{link}</li>)}</ul>;
}
