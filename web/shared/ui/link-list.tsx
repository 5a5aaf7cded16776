import { Children, type ReactNode } from 'react';
import styles from './link-list.module.css';

/** Links to related pages, at the bottom of a card. */
export function LinkList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{Children.map(children, (link) => link && <li>{link}</li>)}</ul>;
}
