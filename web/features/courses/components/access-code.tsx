import { CopyButton } from '../../../shared/ui/copy-button.js';
import { coursesMessages as messages } from '../courses.messages.js';
import styles from './courses-page.module.css';

/** A course's access code to be read out or copied; 'NO CODE' when it has none (product §3). */
export function AccessCode({ code, of }: { code: string | null; of: string }) {
  return (
    <span className={styles.code}>
      <span className="figures">{code || messages.noCode}</span>
      {code && <CopyButton label={messages.copyCode(of)} text={code} />}
    </span>
  );
}
