import type { GradebookContent } from '../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../contracts/gradebook-rows.rule.js';
import type { ReviewList } from '../../contracts/grades.contract.js';
import type { GradingPreview } from '../../contracts/grading.contract.js';
import { DEFAULT_GRADING } from '../../contracts/grading.rule.js';
import type { Leaderboard } from '../../contracts/leaderboard.contract.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';

const kit = classKit();

const ATTEMPTS = 10;
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** Posts perfect results from a script, all for the same twenty minutes, begun before the class and before joining. */
async function forge(): Promise<void> {
  const { maxTotalScore, maxQuestionsScore } = competeScenario;
  for (let nth = 0; nth < ATTEMPTS; nth += 1) {
    const attempt = sampleAttempt(kit.session.id, competeScenario, {
      totalScore: maxTotalScore,
      questionsScore: maxQuestionsScore,
      startedAt: minutesAgo(20),
      completedAt: minutesAgo(0),
    });
    expect((await kit.student.post('/scores', attempt)).status).toBe(202);
  }
}

const review = async (): Promise<ReviewList> =>
  (await kit.instructor.get<ReviewList>(`/sessions/${kit.session.id}/review`)).body;

const cellsOfStudent = async (): Promise<number> => {
  const { body } = await kit.instructor.get<GradebookContent>(`/sessions/${kit.session.id}/gradebook`);
  return gradebookRows(body).filter(({ key }) => key.startsWith(`${kit.student.userId}:`)).length;
};

const places = async (): Promise<number> =>
  (await kit.instructor.get<Leaderboard>(`/scores/leaderboard/${kit.session.id}`)).body.topScores.length;

it('flags every forged result, and counts none of them when only witnessed results count', async () => {
  await forge();
  await kit.platform.settled();

  const { open, attempts } = await review();
  expect(open).toBe(ATTEMPTS);
  expect(attempts.map(({ level }) => level)).toEqual(Array(ATTEMPTS).fill('Reported'));
  for (const { flags } of attempts) expect(flags).toEqual(expect.arrayContaining(['BeganBeforeClass', 'Overlapping']));
  expect([await cellsOfStudent(), await places()]).toEqual([1, 1]);

  const witnessed = { ...DEFAULT_GRADING, count: 'Witnessed' };
  const { body: preview } = await kit.instructor.post<GradingPreview>(
    `/groups/${kit.course.id}/grading/preview`,
    witnessed,
  );
  expect(preview).toMatchObject({ lost: 1, gained: 0, changed: 0, placesTotal: 1 });
  expect(preview.places).toMatchObject([{ userId: kit.student.userId, from: 1, to: null }]);

  await kit.instructor.put(`/groups/${kit.course.id}/grading`, witnessed);
  await kit.platform.settled();
  expect([await cellsOfStudent(), await places()]).toEqual([0, 0]);
  expect((await review()).open).toBe(ATTEMPTS);

  await kit.instructor.put(`/groups/${kit.course.id}/grading`, DEFAULT_GRADING);
  await kit.platform.settled();
  expect([await cellsOfStudent(), await places()]).toEqual([1, 1]);
});
