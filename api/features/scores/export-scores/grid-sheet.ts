import { Injectable } from '@nestjs/common';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import type { ClassSession } from '../../../contracts/group.contract.js';
import { gradeOf, percentOf } from '../../../contracts/grade.rule.js';
import type { CompactCell, GradebookContent } from '../../../contracts/gradebook.contract.js';
import type { SheetCell, SheetColumn } from '../../../platform/sheets/sheet.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { GradebookQuery } from '../../gradebook/gradebook.query.js';
import type { AttemptFilter } from '../attempts-in-scope.js';
import { STUDENT_COLUMNS, studentCells } from './student-columns.js';

const ROWS_AT_ONCE = 100;

/** A row a student, percent and letter of each scenario: the gradebook as its page shows it, by the query the page is read with. */
@Injectable()
export class GridSheet {
  constructor(
    private readonly catalogue: ClassCatalogueQuery,
    private readonly gradebook: GradebookQuery,
  ) {}

  /** The scenarios of the gradebook that the filter lets through. */
  async scenariosOf(session: ClassSession, { campaignId, scenarioId }: AttemptFilter): Promise<Scenario[]> {
    const scenarios = await this.catalogue.of(session);
    return scenarios.filter(
      (each) =>
        each.gameMode !== 'Sandbox' &&
        (campaignId === null || each.campaignId === campaignId) &&
        (scenarioId === null || each.scenarioId === scenarioId),
    );
  }

  columns(scenarios: readonly Scenario[]): SheetColumn[] {
    const titles = scenarios.flatMap(({ scenarioTitle }) => [`${scenarioTitle} (%)`, `${scenarioTitle} (grade)`]);
    return [...STUDENT_COLUMNS, ...titles.map((title) => ({ title, width: 14 }))];
  }

  async *rows(
    sessionId: string,
    { userId }: AttemptFilter,
    scenarios: readonly Scenario[],
  ): AsyncGenerator<SheetCell[][]> {
    const { content } = await this.gradebook.read(sessionId);
    const { students, cells } = JSON.parse(`{${content}}`) as GradebookContent;
    const shown = students
      .flatMap(({ key, value }) => (value && (userId === null || key === userId) ? [{ key, student: value }] : []))
      .toSorted((a, b) => compare(a.student.username.toLowerCase(), b.student.username.toLowerCase()));
    for (let from = 0; from < shown.length; from += ROWS_AT_ONCE) {
      yield shown.slice(from, from + ROWS_AT_ONCE).map(({ key, student }) => {
        const ofStudent = cells[key] ?? {};
        return [...studentCells(student), ...scenarios.flatMap(({ scenarioId }) => gradeCells(ofStudent[scenarioId]))];
      });
    }
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function gradeCells(cell: CompactCell | undefined): [SheetCell, SheetCell] {
  if (!cell) return [null, null];
  const [, total, maxTotal, questions, maxQuestions] = cell;
  const percent = percentOf({ total, maxTotal, questions, maxQuestions });
  return [percent, percent === null ? null : gradeOf(percent)];
}
