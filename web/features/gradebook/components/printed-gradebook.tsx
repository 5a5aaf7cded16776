import { cellKey } from '../../../../api/contracts/cell-key.rule.js';
import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { gradeOf } from '../../../../api/contracts/grade.rule.js';
import { PrintedPerson } from '../../../shared/print/printed-person.js';
import { PrintedSheets, type PrintedTable } from '../../../shared/print/printed-sheets.js';
import { OVERALL } from '../cell-sums.js';
import { cellDisplay, TOO_FAST } from '../cell-display.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';

const COLUMNS_A_SHEET = 10;

interface PrintedGradebookProps {
  view: GradebookView;
  session: ClassSessionDetails;
}

/** The gradebook in print: every student and every column that the page shows. */
export function PrintedGradebook({ view, session }: PrintedGradebookProps) {
  return <PrintedSheets columnsASheet={COLUMNS_A_SHEET} table={() => tableOf(view, session)} />;
}

function tableOf(view: GradebookView, session: ClassSessionDetails): PrintedTable {
  const { scenarios, students } = view;
  const { grid } = messages;
  return {
    title: messages.title(session.groupName),
    facts: [
      session.name,
      ...(view.filtered ? [messages.shownOf(students.length, view.enrolled)] : []),
      `${TOO_FAST} ${messages.tooFast}`,
    ],
    fixed: [grid.userName, grid.average, grid.done],
    columns: scenarios.map(({ scenarioId, scenarioShortTitle }) => ({ key: scenarioId, title: scenarioShortTitle })),
    rows: [
      {
        key: OVERALL,
        head: view.filtered ? grid.filteredAverage : grid.classAverage,
        fixed: [average(view, OVERALL), doneOfAll(view)],
        cells: scenarios.map(({ scenarioId }) => average(view, scenarioId)),
        total: true,
      },
      ...students.map(({ userId, username, name }) => ({
        key: userId,
        head: <PrintedPerson username={username} name={name} />,
        fixed: [average(view, userId), `${view.done.countOf(userId)}/${view.done.scenariosOf(userId)}`],
        cells: scenarios.map((scenario) => grade(view, userId, scenario)),
      })),
    ],
  };
}

function doneOfAll({ done }: GradebookView): string {
  const percent = done.percentOfAll();
  return percent === null ? '-' : `${percent}%`;
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
  return [grade, `${percent}%`, questions, value.tooFast && TOO_FAST].filter(Boolean).join(' ');
}
