import type { ButtonHTMLAttributes } from 'react';
import styles from './text-button.module.css';

/** A button with the look of a link. */
export function TextButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...props} className={styles.button} />;
}
