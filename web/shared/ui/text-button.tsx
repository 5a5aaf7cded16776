import type { ButtonHTMLAttributes } from 'react';
import styles from './text-button.module.css';

/** A button that looks like the links it stands among. */
export function TextButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...props} className={styles.button} />;
}
