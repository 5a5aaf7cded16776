import type { GradebookCell } from '../../../api/contracts/gradebook.contract.js';
import { gradeOf, percentOf, type Grade } from '../../../api/contracts/grade.rule.js';

export interface CellDisplay {
  /** null: nothing could be reached (decisions S9). */
  grade: Grade | null;
  percent: number | null;
  /** 'correct/counted' of a quiz. */
  questions: string | null;
}

/** What a cell shows of its best attempt. */
export function cellDisplay(cell: GradebookCell, isQuiz: boolean): CellDisplay {
  const percent = percentOf({
    total: cell.total,
    maxTotal: cell.maxTotal,
    questions: cell.questions,
    maxQuestions: cell.maxQuestions,
  });
  if (percent === null) return { grade: null, percent, questions: null };
  return { grade: gradeOf(percent), percent, questions: isQuiz ? `${cell.correct}/${cell.counted}` : null };
}
