import { Injectable } from '@nestjs/common';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { type QuizColumn, questionKeys } from '../../../contracts/quiz-columns.rule.js';
import type { QuestionScorecard } from '../../../contracts/score.contract.js';
import type { SheetCell, SheetColumn } from '../../../platform/sheets/sheet.js';
import { TimeColumns } from '../../../platform/sheets/time-columns.js';
import type { AttemptFilter } from '../attempts-in-scope.js';
import { AskedQuestionsQuery } from './asked-questions.query.js';
import { type ExportedAttempt, ExportAttemptsQuery } from './export-attempts.query.js';
import { ExportStudentsQuery, type ExportedStudents } from './export-students.query.js';
import { PERCENT_SHADES } from './grade-shades.js';
import { pointsOf, STUDENT_COLUMNS, studentCells, worthCells, worthColumns } from './student-columns.js';

/** Students read in one query. Small, because attempts of quizzes are large. */
const STUDENTS_AT_ONCE = 20;

const SCORE_COLUMNS: readonly SheetColumn[] = [
  { title: 'Score', width: 10 },
  { title: 'Max', width: 10 },
  { title: 'Percent', width: 13, shades: PERCENT_SHADES },
];

/**
 * Writes one row for each student and result of one quiz, with one column for each question
 * (docs/rules.md#exports-of-scores).
 */
@Injectable()
export class QuizSheet {
  constructor(
    private readonly questions: AskedQuestionsQuery,
    private readonly students: ExportStudentsQuery,
    private readonly attempts: ExportAttemptsQuery,
  ) {}

  questionsOf(filter: AttemptFilter, quiz: Scenario): Promise<QuizColumn[]> {
    return this.questions.columns(filter, quiz.questions);
  }

  columns(questions: readonly QuizColumn[], staff: boolean, zone: string): SheetColumn[] {
    const titles = questions.map(({ questionText }, index) => ({ title: `Q${index + 1} ${questionText}`, width: 24 }));
    return [...STUDENT_COLUMNS, ...SCORE_COLUMNS, ...new TimeColumns(zone).columns, ...titles, ...worthColumns(staff)];
  }

  /** Yields the rows. With `roster`, a student without an attempt has a row of empty cells. */
  async *rows(
    filter: AttemptFilter,
    quiz: Scenario,
    included: ExportedStudents,
    questions: readonly QuizColumn[],
    staff: boolean,
    zone: string,
  ): AsyncGenerator<SheetCell[][]> {
    const times = new TimeColumns(zone);
    const keys = questions.map(({ key }) => key);
    const nothing = [
      null,
      null,
      null,
      ...times.empty(),
      ...keys.map(() => null),
      ...worthColumns(staff).map(() => null),
    ];
    for await (const group of this.students.groups(filter, included, STUDENTS_AT_ONCE)) {
      const ids = group.map(({ id }) => id);
      const cells = group.map(studentCells);
      // Index of the first student who has no row yet.
      let due = 0;
      const withoutAttempts = (until: number): SheetCell[][] => {
        const rows = cells.slice(due, until).map((student) => [...student, ...nothing]);
        due = Math.max(due, until);
        return rows;
      };
      for await (const page of this.attempts.of(ids, filter, [quiz], 'answers')) {
        yield page.flatMap((card) => {
          const index = ids.indexOf(card.userId);
          const before = withoutAttempts(index);
          due = index + 1;
          return [
            ...before,
            [
              ...cells[index]!,
              ...scoreCells(card),
              ...times.cells(card.time),
              ...answerCells(card, keys),
              ...worthCells(card, staff),
            ],
          ];
        });
      }
      yield withoutAttempts(ids.length);
    }
  }
}

function scoreCells(card: ExportedAttempt): SheetCell[] {
  const { total, max, percent } = pointsOf(card);
  return [total, max, percent];
}

/** Returns the points of each question. For a question without points, returns the chosen answers as letters by position. */
function answerCells({ answers }: ExportedAttempt, keys: readonly string[]): SheetCell[] {
  const { texts, scores, maxima, ungraded } = answers;
  const chosen = ungraded.values();
  const cells = new Map<string, SheetCell>();
  questionKeys(texts.map((questionText) => ({ questionText }))).forEach((key, index) => {
    cells.set(key, (maxima[index] ?? 0) > 0 ? scores[index]! : lettersOf(chosen.next().value ?? []));
  });
  return keys.map((key) => cells.get(key) ?? null);
}

const lettersOf = (options: QuestionScorecard['answerScorecards']): string =>
  options.flatMap(({ answered }, index) => (answered ? [String.fromCharCode(65 + index)] : [])).join(', ');
