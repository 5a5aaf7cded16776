import { createPortal } from 'react-dom';
import { cellKey } from '../../../../api/contracts/cell-key.rule.js';
import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { gradeOf } from '../../../../api/contracts/grade.rule.js';
import { preciseTime } from '../../../shared/readable-time.js';
import { OVERALL } from '../averages.js';
import { cellDisplay } from '../cell-display.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { usePrinting } from '../use-printing.js';
import styles from './printed-gradebook.module.css';

/** Scenarios that fit beside the names on a landscape page. */
const COLUMNS_A_PAGE = 10;

interface PrintedGradebookProps {
  view: GradebookView;
  session: ClassSessionDetails;
}

/** The gradebook on paper: every student and every column shown, over as many pages as that takes, and nothing else. */
export function PrintedGradebook(props: PrintedGradebookProps) {
  const since = usePrinting();
  return since && createPortal(<Sheets {...props} printedAt={since} />, document.body);
}

function Sheets({ view, session, printedAt }: PrintedGradebookProps & { printedAt: Date }) {
  const parts: GradebookScenario[][] = [];
  for (let first = 0; first < view.scenarios.length; first += COLUMNS_A_PAGE) {
    parts.push(view.scenarios.slice(first, first + COLUMNS_A_PAGE));
  }
  return (
    <div className={styles.sheets} data-print-only data-color-scheme="light">
      {parts.map((scenarios, index) => (
        <table key={scenarios[0]?.scenarioId} className={styles.sheet}>
          <thead>
            <tr>
              <th colSpan={scenarios.length + 2} className={styles.title}>
                <b>Gradebook for {session.groupName}</b>
                <span>
                  {session.name} · {preciseTime(printedAt.toISOString())}
                  {view.filtered && ` · ${view.students.length} of ${view.enrolled} students`}
                  {parts.length > 1 && ` · Part ${index + 1} of ${parts.length}`} · » Too fast
                </span>
              </th>
            </tr>
            <tr>
              <th scope="col" className={styles.name}>
                Student
              </th>
              <th scope="col">Average</th>
              {scenarios.map(({ scenarioId, scenarioShortTitle }) => (
                <th key={scenarioId} scope="col">
                  {scenarioShortTitle}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={styles.averages}>
              <th scope="row">{view.filtered ? 'Average of those shown' : 'Class average'}</th>
              {[OVERALL, ...scenarios.map(({ scenarioId }) => scenarioId)].map((part) => (
                <td key={part}>{average(view, part)}</td>
              ))}
            </tr>
            {view.students.map((student) => (
              <tr key={student.userId}>
                <th scope="row">
                  {student.username} {student.name && <span className={styles.realName}>({student.name})</span>}
                </th>
                <td>{average(view, student.userId)}</td>
                {scenarios.map((scenario) => (
                  <td key={scenario.scenarioId}>{grade(view, student.userId, scenario)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function average({ averages }: GradebookView, part: string): string {
  const percent = averages.percentOf(part);
  return percent === null ? '-' : `${gradeOf(percent)} ${percent}%`;
}

function grade({ open }: GradebookView, userId: string, { scenarioId, scenarioType }: GradebookScenario): string {
  const value = open.store.get(cellKey(userId, scenarioId))?.value;
  if (value?.kind !== 'cell') return '';
  const { grade, percent, questions } = cellDisplay(value, scenarioType === 'Quiz');
  if (grade === null) return '-';
  return [grade, `${percent}%`, questions, value.tooFast && '»'].filter(Boolean).join(' ');
}
