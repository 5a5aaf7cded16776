import { projections } from '../../app.module.js';
import { DEFAULT_GRADING } from '../../contracts/grading.rule.js';
import { golden, goldenId, goldenScore } from '../../testing/golden-events.js';
import { numbered, projectedRows } from '../../testing/projected-rows.js';
import { ALL_CAMPAIGNS } from '../leaderboards/all-campaigns.query.js';

const rowsAfter = projectedRows();
const projection = projections.find(({ name }) => name === 'attempts')!;
const [FROM, TO] = [goldenId('ca', 1), goldenId('ca', 2)];

const attempt = (number: number, campaignId: string) =>
  goldenScore(number, {
    campaignId,
    scoreCardType: 'Default',
    totalScore: number * 100,
    passed: true,
    completedAt: `2026-03-02T09:2${number}:00.000Z`,
  });

describe('a scenario that the catalogue moves to another campaign', () => {
  it.each([
    ['stays in its campaign in a course with the default rules', [], FROM],
    [
      'moves with the result that counts in a course with other rules',
      [golden('GradingChanged', { grading: { ...DEFAULT_GRADING, attempts: 'Last' } })],
      TO,
    ],
  ])('%s, for any size of batches, live and rebuilt', async (_title, before, campaignId) => {
    const events = numbered([...before, attempt(1, FROM), attempt(2, TO)]);
    const rows = await rowsAfter(projection, 1, 1, events);
    expect(rows['leaderboards_v19']).toMatchObject([{ campaign_id: campaignId, score: 200 }]);
    const totals = rows['leaderboard_totals_v19'] as { campaign_id: string; score: number }[];
    expect(new Map(totals.map((total) => [total.campaign_id, total.score]))).toEqual(
      new Map([
        [campaignId, 200],
        [ALL_CAMPAIGNS, 200],
      ]),
    );
    for (const steps of ['live', 'rebuilding'] as const)
      expect(await rowsAfter(projection, 1_000, 1, events, steps)).toEqual(rows);
  });
});
