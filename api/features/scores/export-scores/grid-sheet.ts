import { Injectable } from '@nestjs/common';
import {
  type AveragedCell,
  averagedCell,
  averagedShare,
  averageOf,
  averageOfSums,
  meanPercent,
} from '../../../contracts/average.rule.js';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { cellKey } from '../../../contracts/cell-key.rule.js';
import type { ExportFormat } from '../../../contracts/export.contract.js';
import { gradeOf, percentOf } from '../../../contracts/grade.rule.js';
import type { GradebookContent } from '../../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../../contracts/gradebook-rows.rule.js';
import { DEFAULT_GRADING, type Grading } from '../../../contracts/grading.rule.js';
import type { ClassSession } from '../../../contracts/group.contract.js';
import type { Sheet, SheetCell, SheetColumn } from '../../../platform/sheets/sheet.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { GradebookReport } from '../../gradebook/gradebook.query.js';
import type { AttemptFilter } from '../attempts-in-scope.js';
import { PERCENT_SHADES } from './grade-shades.js';
import { STUDENT_COLUMNS, studentCells } from './student-columns.js';

const ROWS_AT_ONCE = 100;
const SCENARIO_WIDTH = 14;

/** A student of the gradebook with the cell in each scenario. */
interface GridRow {
  readonly student: SheetCell[];
  readonly cells: readonly AveragedCell[];
}

/** Writes the gradebook of a class with one row per student and one result per scenario, using the query of the page. */
@Injectable()
export class GridSheet {
  constructor(
    private readonly catalogue: ClassCatalogueQuery,
    private readonly gradebook: GradebookReport,
  ) {}

  /**
   * Builds the table. A workbook has averages and one column per scenario. A CSV file has no colours, so it has a further
   * column for the grade.
   */
  async table(
    session: ClassSession,
    filter: AttemptFilter,
    format: ExportFormat,
  ): Promise<Pick<Sheet, 'columns' | 'rows' | 'footer'>> {
    const scenarios = await this.scenariosOf(session, filter);
    const { content } = await this.gradebook.read(session.id);
    const gradebook = JSON.parse(content) as GradebookContent;
    const rows = rowsOf(gradebook, filter, scenarios);
    return format === 'csv' ? plainTable(scenarios, rows) : shadedTable(scenarios, rows, gradebook.grading);
  }

  /** Returns the scenarios of the gradebook that match the filter. */
  private async scenariosOf(session: ClassSession, { campaignId, scenarioId }: AttemptFilter): Promise<Scenario[]> {
    const scenarios = await this.catalogue.of(session);
    return scenarios.filter(
      (each) =>
        each.gameMode !== 'Sandbox' &&
        (campaignId === null || each.campaignId === campaignId) &&
        (scenarioId === null || each.scenarioId === scenarioId),
    );
  }
}

function* rowsOf(
  gradebook: GradebookContent,
  { userId }: AttemptFilter,
  scenarios: readonly Scenario[],
): Generator<GridRow[]> {
  const stored = new Map(gradebookRows(gradebook).map(({ key, value }) => [key, value]));
  const shown = gradebook.students
    .flatMap(({ key, value }) => (value && (userId === null || key === userId) ? [{ key, student: value }] : []))
    .toSorted((a, b) => naturally.compare(a.student.username, b.student.username));
  for (let from = 0; from < shown.length; from += ROWS_AT_ONCE) {
    yield shown.slice(from, from + ROWS_AT_ONCE).map(({ key, student }) => ({
      student: studentCells(student),
      cells: scenarios.map(({ scenarioId }) => averagedCell(stored.get(cellKey(key, scenarioId)))),
    }));
  }
}

/** Sorts like the gradebook page: ignores case and puts "student2" before "student10". */
const naturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function plainTable(scenarios: readonly Scenario[], rows: Iterable<readonly GridRow[]>) {
  const titles = scenarios.flatMap(({ scenarioTitle }) => [`${scenarioTitle} (%)`, `${scenarioTitle} (grade)`]);
  return {
    columns: [...STUDENT_COLUMNS, ...titles.map((title) => ({ title, width: SCENARIO_WIDTH }))],
    rows: mapped(rows, ({ student, cells }) => [...student, ...cells.flatMap(percentAndLetter)]),
  };
}

const percentOfCell = (cell: AveragedCell): number | null => (typeof cell === 'object' ? percentOf(cell) : null);

function percentAndLetter(cell: AveragedCell): [SheetCell, SheetCell] {
  const percent = percentOfCell(cell);
  return [percent, percent === null ? null : gradeOf(percent)];
}

/** Adds averages and the scenarios that each student can finish, as on the gradebook page (docs/rules.md#averages). */
function shadedTable(
  scenarios: readonly Scenario[],
  rows: Iterable<readonly GridRow[]>,
  { missing, weights }: Pick<Grading, 'missing' | 'weights'> = DEFAULT_GRADING,
) {
  const columns: SheetColumn[] = [
    ...STUDENT_COLUMNS,
    { title: 'Average', width: 12, shades: PERCENT_SHADES },
    { title: 'Done', width: 10 },
    { title: 'Scenarios', width: 10 },
    ...scenarios.map(({ scenarioTitle: title }) => ({ title, width: SCENARIO_WIDTH, shades: PERCENT_SHADES })),
  ];
  const sums = scenarios.map(({ scenarioId, campaignId }) => ({ scenarioId, campaignId, total: 0, count: 0 }));
  const add = (cell: AveragedCell, index: number): void => {
    const share = averagedShare(cell, missing);
    if (share === undefined) return;
    sums[index]!.total += share;
    sums[index]!.count += 1;
  };
  return {
    columns,
    rows: mapped(rows, ({ student, cells }) => {
      cells.forEach(add);
      const results = scenarios.map(({ scenarioId, campaignId }, index) => ({
        scenarioId,
        campaignId,
        cell: cells[index],
      }));
      const done = cells.filter((cell) => typeof cell === 'object').length;
      const toFinish = cells.filter((cell) => cell !== 'Excused').length;
      return [...student, averageOf(results, { missing, weights }), done, toFinish, ...cells.map(percentOfCell)];
    }),
    footer: () => [
      'Average',
      null,
      averageOfSums(sums, weights),
      null,
      null,
      ...sums.map(({ total, count }) => meanPercent(total, count)),
    ],
  };
}

// Generators of rows are asynchronous: the file is written piece by piece.
async function* mapped(
  rows: Iterable<readonly GridRow[]>,
  cellsOf: (row: GridRow) => SheetCell[],
): AsyncGenerator<SheetCell[][]> {
  for (const piece of rows) yield piece.map(cellsOf);
}
