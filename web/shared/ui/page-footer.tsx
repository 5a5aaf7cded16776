import { clientConfig } from '../config/client-config.js';
import { AboutButton } from './about-dialog.js';
import { Brand } from './brand.js';
import styles from './page-footer.module.css';

/** Logo link, copyright and About. */
export function PageFooter() {
  return (
    <footer className={styles.footer}>
      <a href="/" className={styles.logo}>
        <Brand />
      </a>
      <span>© 2025 {clientConfig().productName}</span>
      <AboutButton />
    </footer>
  );
}
