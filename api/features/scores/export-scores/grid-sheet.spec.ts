import fc from 'fast-check';
import { averagedClass, averagesOfClass, contentOfClass } from '../../../contracts/averaged-class.fixture.js';
import { cellKey } from '../../../contracts/cell-key.rule.js';
import type { GradebookContent, GradebookRow } from '../../../contracts/gradebook.contract.js';
import { gradebookCell, gradebookContent } from '../../../contracts/gradebook-content.fixture.js';
import { CELL_MARKS } from '../../../contracts/grading.rule.js';
import type { ClassSession } from '../../../contracts/group.contract.js';
import type { SheetCell } from '../../../platform/sheets/sheet.js';
import { competeScenario, lessonScenario, quizScenario } from '../../../testing/sample-attempt.js';
import type { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import type { GradebookReport } from '../../gradebook/gradebook.query.js';
import type { AttemptFilter } from '../attempts-in-scope.js';
import { GridSheet } from './grid-sheet.js';

const SCENARIOS = [lessonScenario, competeScenario, quizScenario];
const ALL: AttemptFilter = {
  sessionId: 'class',
  organizationId: null,
  campaignId: null,
  scenarioId: null,
  userId: null,
  includeFailed: true,
  attempts: 'best',
  onRosterOnly: true,
};

const student = (username: string): GradebookRow => ({
  kind: 'student',
  username,
  firstName: 'Sam',
  lastName: username,
  enabled: true,
});
const cell = (total: number, maxTotal: number): GradebookRow => gradebookCell({ total, maxTotal });

const content = gradebookContent({
  zoe: student('zoe'),
  adam: student('adam'),
  idle: student('idle'),
  [cellKey('adam', lessonScenario.scenarioId)]: cell(1, 100),
  [cellKey('adam', competeScenario.scenarioId)]: cell(875.5, 1_000),
  [cellKey('zoe', lessonScenario.scenarioId)]: cell(100, 100),
  [cellKey('zoe', quizScenario.scenarioId)]: cell(0, 0),
});

async function table(format: 'csv' | 'xlsx', filter: Partial<AttemptFilter> = {}, read: GradebookContent = content) {
  const sheet = await new GridSheet(
    { of: () => Promise.resolve(SCENARIOS) } as unknown as ClassCatalogueQuery,
    { read: () => Promise.resolve({ content: JSON.stringify(read) }) } as unknown as GradebookReport,
  ).table({ id: 'class' } as ClassSession, { ...ALL, ...filter }, format);
  const rows: (readonly SheetCell[])[] = [];
  for await (const piece of sheet.rows) rows.push(...piece);
  return { titles: sheet.columns.map(({ title }) => title), rows, footer: sheet.footer?.() };
}

const titlesOf = SCENARIOS.map(({ scenarioTitle }) => scenarioTitle);

it('has an average, a count and one column for each scenario in a workbook', async () => {
  expect(await table('xlsx')).toEqual({
    titles: ['Username', 'Name', 'Average', 'Done', 'Scenarios', ...titlesOf],
    rows: [
      // The mean of 1 and 87.55.
      ['adam', 'Sam adam', 44, 2, 3, 1, 87, null],
      ['idle', 'Sam idle', null, 0, 3, null, null, null],
      // A result without a maximum has no percentage but counts as done.
      ['zoe', 'Sam zoe', 100, 2, 3, 100, null, null],
    ],
    // The mean of 1, 87.55 and 100, and of each column.
    footer: ['Average', null, 62, null, null, 50, 87, null],
  });
});

it('counts only the scenarios of the filter', async () => {
  const { titles, rows } = await table('xlsx', { scenarioId: lessonScenario.scenarioId, userId: 'adam' });
  expect([titles.length, rows]).toEqual([6, [['adam', 'Sam adam', 1, 1, 1, 1]]]);
});

it('leaves scenarios from which a student is excused out of the scenarios to finish', async () => {
  const excused = gradebookContent({
    adam: student('adam'),
    zoe: student('zoe'),
    [cellKey('adam', lessonScenario.scenarioId)]: cell(50, 100),
    [cellKey('adam', quizScenario.scenarioId)]: { kind: 'empty', marks: CELL_MARKS.excused },
    [cellKey('zoe', quizScenario.scenarioId)]: { kind: 'empty', marks: CELL_MARKS.comment },
  });
  const { rows } = await table('xlsx', {}, excused);
  expect(rows).toEqual([
    ['adam', 'Sam adam', 50, 1, 2, 50, null, null],
    ['zoe', 'Sam zoe', null, 0, 3, null, null, null],
  ]);
});

it('has percentages and grades without averages in a CSV file', async () => {
  const { titles, rows, footer } = await table('csv');
  expect(titles.slice(2)).toEqual(titlesOf.flatMap((title) => [`${title} (%)`, `${title} (grade)`]));
  expect(rows[0]).toEqual(['adam', 'Sam adam', 1, 'F', 87, 'B', null, null]);
  expect(footer).toBeUndefined();
});

it('lists students in natural order of their usernames', async () => {
  const students = ['student10', 'Student2', 'student1'].map((key) => [key, student(key)]);
  const { rows } = await table('csv', {}, gradebookContent(Object.fromEntries(students)));
  expect(rows.map(([username]) => username)).toEqual(['student1', 'Student2', 'student10']);
});

it('has the averages of the rule for any settings of the course', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), async (numbers) => {
      const each = averagedClass(['adam', 'zoe'], SCENARIOS, numbers);
      const { rows, footer } = await table('xlsx', {}, contentOfClass(each));
      const [, , overall, , , ...scenarios] = footer!;
      expect({ students: rows.map((row) => row[2]), scenarios, overall }).toEqual(averagesOfClass(each));
    }),
  );
});
