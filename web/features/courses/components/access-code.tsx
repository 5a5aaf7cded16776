import { CopyButton } from '../../../shared/ui/copy-button.js';
import styles from './courses-page.module.css';

/** A course's access code to be read out or copied; 'NO CODE' when it has none (product §3). */
export function AccessCode({ code, of }: { code: string | null; of: string }) {
  return (
    <span className={styles.code}>
      <span className="figures">{code || 'NO CODE'}</span>
      {code && <CopyButton label={`Copy the access code of ${of}`} text={code} />}
    </span>
  );
}
