import {
  mdiAccountSwitch,
  mdiDelete,
  mdiHistory,
  mdiNotebookOutline,
  mdiPencil,
  mdiRestart,
  mdiScaleBalance,
} from '@mdi/js';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TableRow from '@mui/material/TableRow';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import type { CourseStatus } from '../../../../api/contracts/course-status.rule.js';
import { Chip, type Tone } from '../../../shared/ui/chip.js';
import { Cell, rowActions, RowHeader } from '../../../shared/ui/data-table.js';
import { IconAction, IconLink } from '../../../shared/ui/icon-action.js';
import { When } from '../../../shared/ui/when.js';
import type { OnCourseAction } from './course-dialogs.js';
import { type CourseState, endable, stateAt } from '../course-state.js';
import { manages, seesOrganizations, type CoursesViewer } from '../courses-viewer.js';
import { coursesMessages as messages } from '../courses.messages.js';
import { CourseCode } from './access-code.js';
import styles from './courses-page.module.css';

interface CourseRowProps {
  course: CourseListing;
  viewer: CoursesViewer;
  now: Date;
  gradebookHref: (sessionId: string) => string;
  onOpen: () => void;
  onAction: OnCourseAction;
}

const TONES: Record<CourseStatus, Tone> = { Scheduled: 'signal', Active: 'good', Ended: 'note', Inactive: 'plain' };

/** Table row of one course: its code, the state of its classes, and the available actions. */
export function CourseRow({ course, viewer, now, gradebookHref, onOpen, onAction }: CourseRowProps) {
  const { name, caption, password, memberCount, ownerName, ownerOrganizationName } = course;
  const state = stateAt(course, now);
  const newest = state.running ?? state.ended;
  const { columns: labels, row: texts } = messages;
  const choose = (action: Parameters<OnCourseAction>[0]) => () => onAction(action, course);
  return (
    <TableRow>
      <RowHeader>
        <span className={styles.course}>
          <Link component="button" type="button" title={texts.details(name)} onClick={onOpen}>
            {name}
          </Link>
          {newest && (
            <IconLink label={texts.gradebook(name)} icon={mdiNotebookOutline} href={gradebookHref(newest.id)} />
          )}
          <IconAction label={texts.grading(name)} icon={mdiScaleBalance} onClick={choose('grading')} />
        </span>
        <span className={styles.caption}>{caption}</span>
      </RowHeader>
      <Cell label={labels.accessCode}>
        <CourseCode code={password} of={name} />
      </Cell>
      <Cell label={labels.status}>
        <Chip tone={TONES[state.status]}>{messages.statuses[state.status]}</Chip>
      </Cell>
      <Cell label={labels.start}>
        <StartCell name={name} state={state} now={now} onStart={choose('start')} />
      </Cell>
      <Cell label={labels.end}>
        <EndCell name={name} state={state} now={now} onEnd={choose('end')} onResume={choose('resume')} />
      </Cell>
      <Cell label={labels.students} className="figures">
        {memberCount}
      </Cell>
      {seesOrganizations(viewer) && (
        <Cell label={labels.organization}>{ownerOrganizationName ?? messages.noOrganization}</Cell>
      )}
      {manages(viewer) && (
        <>
          <Cell label={labels.instructor}>{ownerName}</Cell>
          <Cell label={labels.actions} className={rowActions}>
            <IconAction label={texts.changeInstructor(name)} icon={mdiAccountSwitch} onClick={choose('instructor')} />
            <IconAction label={texts.history(name)} icon={mdiHistory} onClick={choose('history')} />
            <IconAction label={texts.delete(name)} icon={mdiDelete} tone="harm" onClick={choose('delete')} />
          </Cell>
        </>
      )}
    </TableRow>
  );
}

interface StartCellProps {
  /** Name of the course, for screen readers. */
  name: string;
  state: CourseState;
  now: Date;
  onStart: () => void;
}

/** Shows when the next class starts or the running one started, or the button that starts a class (docs/rules.md#starting-a-class). */
function StartCell({ name, state: { running, upcoming }, now, onStart }: StartCellProps) {
  const { row: texts, times } = messages;
  if (upcoming?.scheduledStartDate)
    return (
      <span className={styles.when}>
        <span>{times.scheduledFor(<When moment={upcoming.scheduledStartDate} now={now} planned />)}</span>
        <IconAction label={texts.changeStart(name)} icon={mdiPencil} onClick={onStart} />
      </span>
    );
  if (running?.startDate)
    return (
      <span className={styles.when}>
        <span>{times.startedOn(<When moment={running.startDate} now={now} />)}</span>
      </span>
    );
  return (
    <Button variant="outlined" aria-label={texts.startOf(name)} data-screen-only onClick={onStart}>
      {texts.start}
    </Button>
  );
}

interface EndCellProps {
  /** Name of the course, for screen readers. */
  name: string;
  state: CourseState;
  now: Date;
  onEnd: () => void;
  onResume: () => void;
}

/** Shows when the class ends or ended, with the action that ends it or resumes the last one (docs/rules.md#ending-a-class). */
function EndCell({ name, state, now, onEnd, onResume }: EndCellProps) {
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
      <Button variant="outlined" aria-label={texts.endOf(name)} data-screen-only onClick={onEnd}>
        {texts.end}
      </Button>
    );
  if (!state.ended?.endDate) return '–';
  return (
    <span className={styles.when}>
      <span>{times.endedOn(<When moment={state.ended.endDate} now={now} />)}</span>
      <IconAction label={texts.resume(name)} icon={mdiRestart} onClick={onResume} />
    </span>
  );
}
