import { clientConfig } from '../config/client-config.js';
import styles from './brand.module.css';

/** Logo and product name. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <path d="M4 10V4h6M22 4h6v6M28 22v6h-6M10 28H4v-6" fill="none" stroke="currentColor" strokeWidth="2.5" />
        <path d="M9 16.5l5 5L23.5 11" fill="none" stroke="var(--signal)" strokeWidth="3.5" />
      </svg>
      <span>{clientConfig().productName}</span>
    </span>
  );
}
