import { averageOf, type AveragedCell } from './average.rule.js';
import type { GradingWeights, MissingPolicy } from './grading.rule.js';

const of = (total: number, maxTotal = 100): AveragedCell => ({ total, maxTotal, questions: 0, maxQuestions: 0 });

/** The average of cells of the scenarios s1, s2 and s3, of which the first two are in campaign c1 and the third in c2. */
const average = (cells: readonly AveragedCell[], missing: MissingPolicy, weights: GradingWeights | null = null) =>
  averageOf(
    cells.map((cell, index) => ({ scenarioId: `s${index + 1}`, campaignId: index < 2 ? 'c1' : 'c2', cell })),
    { missing, weights },
  );

describe('the average of a student', () => {
  it('leaves out missing results, or counts them as zero', () => {
    expect(average([of(90), undefined, of(60)], 'Nothing')).toBe(75);
    expect(average([of(90), undefined, of(60)], 'Zero')).toBe(50);
    expect(average([undefined], 'Zero')).toBe(0);
    expect(average([undefined], 'Nothing')).toBeNull();
  });

  it('never counts excused students and results without a maximum', () => {
    expect(average([of(90), 'Excused', of(0, 0)], 'Zero')).toBe(90);
    expect(average(['Excused', of(0, 0)], 'Zero')).toBeNull();
  });

  it('weighs results by their scenarios', () => {
    const weights: GradingWeights = { by: 'Scenario', values: { s1: 3, s2: 0 } };
    expect(average([of(100), of(0), of(60)], 'Nothing', weights)).toBe(90);
    expect(average([undefined, of(80)], 'Nothing', weights)).toBeNull();
  });

  it('weighs the means of campaigns', () => {
    const weights: GradingWeights = { by: 'Campaign', values: { c2: 3 } };
    // The mean of 100 and 50 once, and 60 three times.
    expect(average([of(100), of(50), of(60)], 'Nothing', weights)).toBe(63);
    expect(average([of(100), undefined, undefined], 'Zero', weights)).toBe(12);
  });
});
