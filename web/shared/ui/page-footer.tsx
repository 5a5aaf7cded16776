import { Link } from 'react-router-dom';
import { clientConfig } from '../config/client-config.js';
import { entryMessages as messages } from '../entry.messages.js';
import { AboutButton } from './about-dialog.js';
import { Brand } from './brand.js';
import styles from './page-footer.module.css';

/** Logo link, copyright and About. `home` is the target of the logo; `/` leads signed-in people to their landing page. */
export function PageFooter({ home = '/' }: { home?: string }) {
  return (
    <footer className={styles.footer} data-screen-only>
      <Link to={home} className={styles.logo}>
        <Brand />
      </Link>
      <span>{messages.copyright(clientConfig().productName)}</span>
      <AboutButton />
    </footer>
  );
}
