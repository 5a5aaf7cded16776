import { mdiPencil } from '@mdi/js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { RowButton } from '../../../shared/ui/row-button.js';
import { When } from '../../../shared/ui/when.js';
import type { CourseState } from '../course-state.js';
import { coursesMessages as messages } from '../courses.messages.js';
import styles from './courses-page.module.css';

interface StartCellProps {
  /** Of the course, for screen readers. */
  name: string;
  state: CourseState;
  now: Date;
  onAsk: () => void;
}

/**
 * When the scheduled class starts or the running one has started, or the action to start the next
 * (docs/rules.md#starting-a-class).
 */
export function StartCell({ name, state: { running, upcoming }, now, onAsk }: StartCellProps) {
  const { row: texts, times } = messages;
  if (upcoming?.scheduledStartDate)
    return (
      <span className={styles.when}>
        <span>{times.scheduledFor(<When moment={upcoming.scheduledStartDate} now={now} planned />)}</span>
        <IconAction label={texts.changeStart(name)} icon={mdiPencil} onClick={onAsk} />
      </span>
    );
  if (running?.startDate)
    return (
      <span className={styles.when}>
        <span>{times.startedOn(<When moment={running.startDate} now={now} />)}</span>
      </span>
    );
  return (
    <RowButton label={texts.startOf(name)} onClick={onAsk}>
      {texts.start}
    </RowButton>
  );
}
