import { mdiAccountSwitch, mdiDelete, mdiHistory, mdiNotebookOutline } from '@mdi/js';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import type { CourseStatus } from '../../../../api/contracts/course-status.rule.js';
import { Chip, type Tone } from '../../../shared/ui/chip.js';
import { Cell, rowActions } from '../../../shared/ui/data-table.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { IconLink } from '../../../shared/ui/icon-link.js';
import type { AskAboutCourse } from '../course-asked.js';
import { stateAt } from '../course-state.js';
import { manages, seesOrganizations, type CoursesViewer } from '../courses-viewer.js';
import { coursesMessages as messages } from '../courses.messages.js';
import { AccessCode } from './access-code.js';
import styles from './courses-page.module.css';
import { EndCell } from './end-cell.js';
import { StartCell } from './start-cell.js';

interface CourseRowProps {
  course: CourseListing;
  viewer: CoursesViewer;
  now: Date;
  gradebookHref: (sessionId: string) => string;
  onOpen: () => void;
  onAsk: AskAboutCourse;
}

const TONES: Record<CourseStatus, Tone> = { Scheduled: 'signal', Active: 'good', Ended: 'note', Inactive: 'plain' };

/** One course: its code, where its classes stand, and what may be done. */
export function CourseRow({ course, viewer, now, gradebookHref, onOpen, onAsk }: CourseRowProps) {
  const { name, caption, password, memberCount, ownerName, ownerOrganizationName } = course;
  const state = stateAt(course, now);
  const newest = state.running ?? state.ended;
  const { columns: labels, row: texts } = messages;
  const ask = (action: Parameters<AskAboutCourse>[0]) => () => onAsk(action, course);
  return (
    <tr>
      <th scope="row">
        <span className={styles.course}>
          <button type="button" className={styles.open} title={texts.details(name)} onClick={onOpen}>
            {name}
          </button>
          {newest && (
            <IconLink label={texts.gradebook(name)} icon={mdiNotebookOutline} href={gradebookHref(newest.id)} />
          )}
        </span>
        <span className={styles.caption}>{caption}</span>
      </th>
      <Cell label={labels.accessCode}>
        <AccessCode code={password} of={name} />
      </Cell>
      <Cell label={labels.status}>
        <Chip tone={TONES[state.status]}>{messages.statuses[state.status]}</Chip>
      </Cell>
      <Cell label={labels.start}>
        <StartCell name={name} state={state} now={now} onAsk={ask('start')} />
      </Cell>
      <Cell label={labels.end}>
        <EndCell name={name} state={state} now={now} onEnd={ask('end')} onResume={ask('resume')} />
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
            <IconAction label={texts.changeInstructor(name)} icon={mdiAccountSwitch} onClick={ask('instructor')} />
            <IconAction label={texts.history(name)} icon={mdiHistory} onClick={ask('history')} />
            <IconAction label={texts.delete(name)} icon={mdiDelete} tone="harm" onClick={ask('delete')} />
          </Cell>
        </>
      )}
    </tr>
  );
}
