import { mdiPencil } from '@mdi/js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { RowButton } from '../../../shared/ui/row-button.js';
import { When } from '../../../shared/ui/when.js';
import type { CourseState } from '../course-state.js';
import styles from './courses-page.module.css';

interface StartCellProps {
  /** Of the course, for screen readers. */
  name: string;
  state: CourseState;
  now: Date;
  onAsk: () => void;
}

/** When the class to come starts, when the one that runs has started, or the way to the next (product §4). */
export function StartCell({ name, state: { running, upcoming }, now, onAsk }: StartCellProps) {
  if (upcoming?.scheduledStartDate)
    return (
      <span className={styles.when}>
        <span>
          Scheduled for <When moment={upcoming.scheduledStartDate} now={now} planned />
        </span>
        <IconAction label={`Change the scheduled start of ${name}`} icon={mdiPencil} onClick={onAsk} />
      </span>
    );
  if (running?.startDate)
    return (
      <span className={styles.when}>
        <span>
          Started on <When moment={running.startDate} now={now} />
        </span>
      </span>
    );
  return (
    <RowButton label={`Schedule/Start New Class of ${name}`} onClick={onAsk}>
      Schedule/Start New Class
    </RowButton>
  );
}
