import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import classPage from '../../../shared/ui/class-page.module.css';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './gradebook-page.module.css';

/** Name of the class and the code that students join it with. */
export function GradebookFacts({ session }: { session: ClassSessionDetails }) {
  return (
    <dl className={`${classPage.facts} ${styles.facts}`}>
      <div>
        <dt className="label">{messages.session}</dt>
        <dd>{session.name}</dd>
      </div>
      <div>
        <dt className="label">{messages.accessCode}</dt>
        <dd className="figures">{session.accessCode ?? messages.noCode}</dd>
      </div>
    </dl>
  );
}
