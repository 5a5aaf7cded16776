import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import classPage from '../../../shared/ui/class-page.module.css';
import styles from './gradebook-page.module.css';

/** Name of the class and the code that students join it with. */
export function GradebookFacts({ session }: { session: ClassSessionDetails }) {
  return (
    <dl className={`${classPage.facts} ${styles.facts}`}>
      <div>
        <dt className="label">Session Name</dt>
        <dd>{session.name}</dd>
      </div>
      <div>
        <dt className="label">Access Code ID</dt>
        <dd className="figures">{session.accessCode ?? 'NO CODE'}</dd>
      </div>
    </dl>
  );
}
