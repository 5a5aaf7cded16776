import type { CellColumns, GradebookCell, GradebookContent, GradebookRow } from './gradebook.contract.js';
import { cellFlags } from './gradebook-rows.rule.js';
import { rankOfLevel } from './result-level.rule.js';

/** Returns a passed result of zero of a hundred points, with changes. */
export const gradebookCell = (changes: Partial<GradebookCell>): GradebookCell => ({
  kind: 'cell',
  total: 0,
  maxTotal: 100,
  questions: 0,
  maxQuestions: 0,
  correct: 0,
  counted: 0,
  passed: true,
  tooFast: false,
  level: 'Witnessed',
  completedAt: '2026-03-01T10:00:00Z',
  marks: 0,
  original: null,
  ...changes,
});

/** Returns the content of a gradebook with these rows by row key, as of `sequence`. */
export function gradebookContent(rows: Readonly<Record<string, GradebookRow | null>>, sequence = 1): GradebookContent {
  const content: GradebookContent = { sequence, students: [], userIds: [], columns: {} };
  const indexOf = (userId: string): number => {
    const index = content.userIds.indexOf(userId);
    return index === -1 ? content.userIds.push(userId) - 1 : index;
  };
  for (const [key, row] of Object.entries(rows)) {
    const [userId = '', scenarioId = ''] = key.split(':');
    if (row === null) (content.removed ??= []).push(key);
    else if (row.kind === 'student') content.students.push({ key, value: row });
    else if (row.kind === 'grading') content.grading = settingsOf(row);
    else {
      const columns = (content.columns[scenarioId] ??= noCells());
      if (row.kind === 'cell') addCell(columns, indexOf(userId), row);
      else (columns.empty ??= []).push([indexOf(userId), row.marks]);
    }
  }
  return content;
}

const settingsOf = ({ kind: _kind, ...settings }: Extract<GradebookRow, { kind: 'grading' }>) => settings;

const noCells = (): CellColumns => ({
  users: [],
  total: [],
  maxTotal: [],
  questions: [],
  maxQuestions: [],
  correct: [],
  counted: [],
  flags: [],
  completedAt: [],
  level: [],
});

function addCell(columns: CellColumns, user: number, cell: GradebookCell): void {
  const { marks, original } = cell;
  const nth = columns.users.push(user) - 1;
  columns.total.push(cell.total);
  columns.maxTotal.push(cell.maxTotal);
  columns.questions.push(cell.questions);
  columns.maxQuestions.push(cell.maxQuestions);
  columns.correct.push(cell.correct);
  columns.counted.push(cell.counted);
  columns.flags.push(cellFlags(cell));
  columns.completedAt.push(cell.completedAt);
  columns.level.push(rankOfLevel(cell.level));
  if (original) {
    (columns.decided ??= []).push([nth, marks, original.points, original.maximum, original.passed ? 1 : 0]);
  } else if (marks !== 0) (columns.decided ??= []).push([nth, marks]);
}
