import { Link, type LinkProps } from 'react-router-dom';
import styles from './link-button.module.css';

/** A link that looks like the main button; free of MUI for the pages that load without it. */
export function LinkButton(props: LinkProps) {
  return <Link {...props} className={styles.button} />;
}
