import { Injectable } from '@nestjs/common';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { gradeOf } from '../../../contracts/grade.rule.js';
import type { SheetCell, SheetColumn } from '../../../platform/sheets/sheet.js';
import { TimeColumns } from '../../../platform/sheets/time-columns.js';
import type { AttemptFilter } from '../attempts-in-scope.js';
import { type ExportedAttempt, ExportAttemptsQuery } from './export-attempts.query.js';
import { ExportStudentsQuery } from './export-students.query.js';
import { LETTER_SHADES, PERCENT_SHADES } from './grade-shades.js';
import { pointsOf, STUDENT_COLUMNS, studentCells, worthCells, worthColumns } from './student-columns.js';

/** Each page reads all attempts of its students again. Those of ten fill about one page, also when they tried each scenario several times. */
const STUDENTS_AT_ONCE = 10;

const RESULT_COLUMNS: readonly SheetColumn[] = [
  { title: 'Scenario', width: 32 },
  ...['Total', 'Questions', 'Max'].map((title) => ({ title, width: 13 })),
  { title: 'Percent', width: 13, shades: PERCENT_SHADES },
  { title: 'Grade', width: 11, shades: LETTER_SHADES },
  ...['Passed', 'Attempts', 'Late'].map((title) => ({ title, width: 12 })),
];

/** Columns for staff only. Students do not see whether their own result was too fast. */
const STAFF_COLUMNS: readonly SheetColumn[] = [{ title: 'Too fast', width: 12 }];

/**
 * Writes one row for each result (docs/rules.md#exports-of-scores). `staff`: the viewer may see the results of all students.
 */
@Injectable()
export class ResultsSheet {
  constructor(
    private readonly students: ExportStudentsQuery,
    private readonly attempts: ExportAttemptsQuery,
  ) {}

  columns(staff: boolean, zone: string): SheetColumn[] {
    return [
      ...STUDENT_COLUMNS,
      ...RESULT_COLUMNS,
      ...(staff ? STAFF_COLUMNS : []),
      ...new TimeColumns(zone).columns,
      ...worthColumns(staff),
    ];
  }

  async *rows(
    filter: AttemptFilter,
    scenarios: readonly Scenario[],
    staff: boolean,
    zone: string,
  ): AsyncGenerator<SheetCell[][]> {
    const times = new TimeColumns(zone);
    for await (const group of this.students.groups(filter, 'results', STUDENTS_AT_ONCE)) {
      const byId = new Map(group.map((student) => [student.id, studentCells(student)]));
      for await (const page of this.attempts.of([...byId.keys()], filter, scenarios, 'results')) {
        yield page.map((card) => [
          ...byId.get(card.userId)!,
          ...resultCells(card, staff),
          ...times.cells(card.time),
          ...worthCells(card, staff),
        ]);
      }
    }
  }
}

function resultCells(card: ExportedAttempt, staff: boolean): SheetCell[] {
  const { max, percent } = pointsOf(card);
  return [
    card.scenarioName,
    card.totalScore,
    card.questionsScore,
    max,
    percent,
    percent === null ? null : gradeOf(percent),
    yesOrNo(card.passed),
    card.tries,
    yesOrNo(card.late),
    ...(staff ? [yesOrNo(card.tooFast === true)] : []),
  ];
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');
