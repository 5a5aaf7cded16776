import { Injectable } from '@nestjs/common';
import { meanPercent, shareOf } from '../../../contracts/average.rule.js';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import type { ExportFormat } from '../../../contracts/export.contract.js';
import { type GradedPoints, gradeOf, percentOf } from '../../../contracts/grade.rule.js';
import type { CompactCell, GradebookContent } from '../../../contracts/gradebook.contract.js';
import type { ClassSession } from '../../../contracts/group.contract.js';
import type { Sheet, SheetCell, SheetColumn } from '../../../platform/sheets/sheet.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { GradebookReport } from '../../gradebook/gradebook.query.js';
import type { AttemptFilter } from '../attempts-in-scope.js';
import { PERCENT_SHADES } from './grade-shades.js';
import { STUDENT_COLUMNS, studentCells } from './student-columns.js';

const ROWS_AT_ONCE = 100;
const SCENARIO_WIDTH = 14;

/** A student of the gradebook with the points in each scenario; undefined without an attempt. */
interface GridRow {
  readonly student: SheetCell[];
  readonly points: readonly (GradedPoints | undefined)[];
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
    const rows = this.rows(session.id, filter, scenarios);
    return format === 'csv' ? plainTable(scenarios, rows) : shadedTable(scenarios, rows);
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

  private async *rows(
    sessionId: string,
    { userId }: AttemptFilter,
    scenarios: readonly Scenario[],
  ): AsyncGenerator<GridRow[]> {
    const { content } = await this.gradebook.read(sessionId);
    const { students, cells } = JSON.parse(`{${content}}`) as GradebookContent;
    const shown = students
      .flatMap(({ key, value }) => (value && (userId === null || key === userId) ? [{ key, student: value }] : []))
      .toSorted((a, b) => naturally.compare(a.student.username, b.student.username));
    for (let from = 0; from < shown.length; from += ROWS_AT_ONCE) {
      yield shown.slice(from, from + ROWS_AT_ONCE).map(({ key, student }) => ({
        student: studentCells(student),
        points: scenarios.map(({ scenarioId }) => pointsOf(cells[key]?.[scenarioId])),
      }));
    }
  }
}

/** Sorts like the gradebook page: ignores case and puts "student2" before "student10". */
const naturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const pointsOf = (cell: CompactCell | undefined): GradedPoints | undefined =>
  cell && cell.length !== 2
    ? { total: cell[1], maxTotal: cell[2], questions: cell[3], maxQuestions: cell[4] }
    : undefined;

function plainTable(scenarios: readonly Scenario[], rows: AsyncIterable<readonly GridRow[]>) {
  const titles = scenarios.flatMap(({ scenarioTitle }) => [`${scenarioTitle} (%)`, `${scenarioTitle} (grade)`]);
  return {
    columns: [...STUDENT_COLUMNS, ...titles.map((title) => ({ title, width: SCENARIO_WIDTH }))],
    rows: mapped(rows, ({ student, points }) => [...student, ...points.flatMap(percentAndLetter)]),
  };
}

function percentAndLetter(points: GradedPoints | undefined): [SheetCell, SheetCell] {
  const percent = points ? percentOf(points) : null;
  return [percent, percent === null ? null : gradeOf(percent)];
}

function shadedTable(scenarios: readonly Scenario[], rows: AsyncIterable<readonly GridRow[]>) {
  const columns: SheetColumn[] = [
    ...STUDENT_COLUMNS,
    { title: 'Average', width: 12, shades: PERCENT_SHADES },
    { title: `Done (of ${scenarios.length})`, width: 10 },
    ...scenarios.map(({ scenarioTitle: title }) => ({ title, width: SCENARIO_WIDTH, shades: PERCENT_SHADES })),
  ];
  const overall = new Mean();
  const byScenario = scenarios.map(() => new Mean());
  return {
    columns,
    rows: mapped(rows, ({ student, points }) => {
      const ofStudent = new Mean();
      points.forEach((each, index) => {
        for (const mean of [ofStudent, overall, byScenario[index]!]) mean.add(each);
      });
      const done = points.filter((each) => each !== undefined).length;
      return [...student, ofStudent.percent, done, ...points.map((each) => (each ? percentOf(each) : null))];
    }),
    footer: () => ['Average', null, overall.percent, null, ...byScenario.map(({ percent }) => percent)],
  };
}

/** Mean of results, computed as on the gradebook page. */
class Mean {
  private sum = 0;
  private count = 0;

  add(points: GradedPoints | undefined): void {
    const share = points && shareOf(points);
    if (share === undefined) return;
    this.sum += share;
    this.count += 1;
  }

  get percent(): number | null {
    return meanPercent(this.sum, this.count);
  }
}

async function* mapped(
  rows: AsyncIterable<readonly GridRow[]>,
  cellsOf: (row: GridRow) => SheetCell[],
): AsyncGenerator<SheetCell[][]> {
  for await (const piece of rows) yield piece.map(cellsOf);
}
