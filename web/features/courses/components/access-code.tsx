import { CopyButton } from '../../../shared/ui/copy-button.js';
import { coursesMessages as messages } from '../courses.messages.js';
import styles from './courses-page.module.css';

/** A course code to read out or copy; 'NO CODE' when the course has none. */
export function CourseCode({ code, of }: { code: string | null; of: string }) {
  return (
    <span className={styles.code}>
      <span className="figures">{code || messages.noCode}</span>
      {code && <CopyButton label={messages.copyCode(of)} text={code} />}
    </span>
  );
}
