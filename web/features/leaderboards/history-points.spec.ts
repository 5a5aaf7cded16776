import { historyPoints } from './history-points.js';

const at = (minute: number) => `2026-03-01T10:0${minute}:00Z`;
const line = (userName: string, ...points: [minute: number, score: number][]) => ({
  userId: userName,
  userName,
  points: points.map(([minute, score]) => ({ at: at(minute), score })),
});

it('merges lines into one table, starting at zero', () => {
  const first = Date.parse(at(0));
  expect(historyPoints([line('ada', [0, 100], [4, 250]), line('bo', [2, 90], [4, 300])])).toEqual([
    { at: first - 1, line0: 0, line1: 0 },
    { at: first, line0: 100, line1: 0 },
    { at: Date.parse(at(2)), line0: 100, line1: 90 },
    { at: Date.parse(at(4)), line0: 250, line1: 300 },
  ]);
});

it('returns no points without lines, or when no line has points', () => {
  expect(historyPoints([])).toEqual([]);
  expect(historyPoints([line('ada')])).toEqual([]);
});
