import type { CompactCell, GradebookContent, GradebookRow } from './gradebook.contract.js';
import type { LiveRow } from './live.contract.js';

/** The content of a gradebook as the live rows that later change it. */
export function gradebookRows({ students, cells }: GradebookContent): LiveRow<GradebookRow>[] {
  const rows: LiveRow<GradebookRow>[] = [...students];
  for (const [userId, ofUser] of Object.entries(cells)) {
    for (const [scenarioId, cell] of Object.entries(ofUser)) rows.push(cellRow(`${userId}:${scenarioId}`, cell));
  }
  return rows;
}

function cellRow(key: string, cell: CompactCell): LiveRow<GradebookRow> {
  const [sequence, total, maxTotal, questions, maxQuestions, correct, counted, passed, completedAt] = cell;
  return {
    key,
    sequence,
    value: {
      kind: 'cell',
      total,
      maxTotal,
      questions,
      maxQuestions,
      correct,
      counted,
      passed: passed === 1,
      completedAt,
    },
  };
}
