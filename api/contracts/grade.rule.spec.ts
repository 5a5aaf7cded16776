import { gradeOf, percentOf } from './grade.rule.js';

it.each([
  [100, 'A+'],
  [95, 'A+'],
  [94, 'A'],
  [90, 'A'],
  [89, 'B'],
  [80, 'B'],
  [79, 'C'],
  [70, 'C'],
  [69, 'D'],
  [60, 'D'],
  [59, 'F'],
  [0, 'F'],
])('%i %% is %s', (percent, grade) => {
  expect(gradeOf(percent)).toBe(grade);
});

it('floors the percent over total and questions together', () => {
  expect(percentOf({ total: 69, maxTotal: 100, questions: 10, maxQuestions: 15 })).toBe(68);
  expect(percentOf({ total: 94.99, maxTotal: 100, questions: 0, maxQuestions: 0 })).toBe(94);
});

it('returns no percent when the maximum is zero', () => {
  expect(percentOf({ total: 5, maxTotal: 0, questions: 0, maxQuestions: 0 })).toBeNull();
});

it('is exact for all whole numbers up to 1,000', () => {
  const wrong: string[] = [];
  for (let maximum = 1; maximum <= 1_000; maximum += 1) {
    for (let points = 0; points <= maximum; points += 1) {
      const hundredfold = points * 100;
      const expected = (hundredfold - (hundredfold % maximum)) / maximum;
      const percent = percentOf({ total: points, maxTotal: maximum, questions: 0, maxQuestions: 0 });
      if (percent !== expected) wrong.push(`${points}/${maximum}: ${percent}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('is exact for sums of points with three decimals', () => {
  const percents = Array.from({ length: 1_001 }, (_, thousandths) =>
    percentOf({ total: thousandths / 1_000, maxTotal: 0.7, questions: 0.1, maxQuestions: 0.3 }),
  );
  expect(percents).toEqual(percents.map((_, thousandths) => Math.floor((thousandths + 100) / 10)));
});
