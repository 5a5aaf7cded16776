import { Link, type LinkProps } from 'react-router-dom';
import styles from './link-button.module.css';

/** A link with the look of the main button. It does not use MUI, for pages that load without it. */
export function LinkButton(props: LinkProps) {
  return <Link {...props} className={styles.button} />;
}
