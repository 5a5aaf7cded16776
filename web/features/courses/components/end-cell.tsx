import { mdiPencil, mdiRestart } from '@mdi/js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { RowButton } from '../../../shared/ui/row-button.js';
import { When } from '../../../shared/ui/when.js';
import { endable, type CourseState } from '../course-state.js';
import { coursesMessages as messages } from '../courses.messages.js';
import styles from './courses-page.module.css';

interface EndCellProps {
  /** Of the course, for screen readers. */
  name: string;
  state: CourseState;
  now: Date;
  onEnd: () => void;
  onResume: () => void;
}

/** When the class ends or has ended, with the action to end it or to resume the last one (docs/rules.md#ending-a-class). */
export function EndCell({ name, state, now, onEnd, onResume }: EndCellProps) {
  const { row: texts, times } = messages;
  const session = endable(state);
  if (session?.scheduledEndDate)
    return (
      <span className={styles.when}>
        <span>{times.scheduledToEnd(<When moment={session.scheduledEndDate} now={now} planned />)}</span>
        <IconAction label={texts.changeEnd(name)} icon={mdiPencil} onClick={onEnd} />
      </span>
    );
  if (session)
    return (
      <RowButton label={texts.endOf(name)} onClick={onEnd}>
        {texts.end}
      </RowButton>
    );
  if (!state.ended?.endDate) return '–';
  return (
    <span className={styles.when}>
      <span>{times.endedOn(<When moment={state.ended.endDate} now={now} />)}</span>
      <IconAction label={texts.resume(name)} icon={mdiRestart} onClick={onResume} />
    </span>
  );
}
