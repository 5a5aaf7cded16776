import type {
  CompactCell,
  Gradebook,
  GradebookCell,
  GradebookContent,
  GradebookRow,
} from '../../api/contracts/gradebook.contract.js';
import { rankOfLevel } from '../../api/contracts/result-level.rule.js';
import { cellFlags } from '../../api/contracts/gradebook-rows.rule.js';

export const SESSION_ID = '0198c0de-0000-7000-8000-000000000010';

const scenario = (number: number, title: string, quiz = false): Gradebook['scenarios'][number] => ({
  scenarioId: `s${number}`,
  scenarioTitle: `${title}, in full`,
  scenarioShortTitle: title,
  scenarioType: quiz ? 'Quiz' : 'Default',
  campaignId: number < 3 ? 'c1' : 'c2',
  campaignTitle: number < 3 ? 'Orbital Basics' : 'Contested Orbits',
  campaignType: number < 3 ? 'Learn' : 'Compete',
  contentType: quiz ? 'Quiz' : 'Globe',
  gameMode: number < 3 ? 'Learn' : 'Compete',
  maxTotalScore: quiz ? 0 : 100,
  maxQuestionsScore: quiz ? 50 : 0,
});

export const SCENARIOS = [
  scenario(1, 'Orbit Raising'),
  scenario(2, 'Fundamentals', true),
  scenario(3, 'Rendezvous and Proximity'),
];

export const student = (username: string): GradebookRow => ({
  kind: 'student',
  username,
  firstName: 'First',
  lastName: 'Last',
  enabled: true,
});

export const cell = (points: Partial<GradebookCell>): GradebookCell => ({
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
  ...points,
});

/** Returns a class's gradebook with these rows, keyed by live row key and numbered in order. */
export const gradebookOf = (rows: Record<string, GradebookRow>): Gradebook => ({
  ...contentOf(rows),
  session: {
    id: SESSION_ID,
    name: 'Operations 101 - Class 3',
    groupId: 'g1',
    startDate: '2026-03-01T09:30:00Z',
    endDate: null,
    scheduledStartDate: null,
    scheduledEndDate: null,
    groupName: 'Operations 101',
    accessCode: 'K7QX4M',
  },
  scenarios: SCENARIOS,
  generation: 1,
  sequence: Object.keys(rows).length,
});

function contentOf(rows: Record<string, GradebookRow>): GradebookContent {
  const content: GradebookContent = { students: [], cells: {} };
  for (const [index, [key, value]] of Object.entries(rows).entries()) {
    const [userId = '', scenarioId = ''] = key.split(':');
    if (value.kind === 'student') content.students.push({ key, sequence: index + 1, value });
    else if (value.kind === 'cell') (content.cells[userId] ??= {})[scenarioId] = compact(index + 1, value);
    else if (value.kind === 'empty') (content.cells[userId] ??= {})[scenarioId] = [index + 1, value.marks];
  }
  return content;
}

const compact = (sequence: number, cell: GradebookCell): CompactCell => {
  const { marks, original } = cell;
  const figures = figuresOf(sequence, cell);
  if (!original) return marks === 0 ? figures : [...figures, marks];
  return [...figures, marks, original.points, original.maximum, original.passed ? 1 : 0];
};

const figuresOf = (sequence: number, cell: GradebookCell): Extract<CompactCell, { length: 10 }> => [
  sequence,
  cell.total,
  cell.maxTotal,
  cell.questions,
  cell.maxQuestions,
  cell.correct,
  cell.counted,
  cellFlags(cell),
  cell.completedAt,
  rankOfLevel(cell.level),
];
