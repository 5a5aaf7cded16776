import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import classPage from '../../../shared/ui/class-page.module.css';

/** Which class this is: its name, and the code students join with. */
export function GradebookFacts({ session }: { session: ClassSessionDetails }) {
  return (
    <dl className={classPage.facts}>
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
