import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { Leaderboard } from '../../contracts/leaderboard.contract.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, learnScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { defaultCatalogue } from '../catalogue/default-catalogue.js';

const kit = classKit();

const submit = (attempt: unknown, client = kit.student) => client.post('/scores', attempt);
const attempt = (...args: Parameters<typeof sampleAttempt> extends [unknown, ...infer Rest] ? Rest : never) =>
  sampleAttempt(kit.session.id, ...args);

describe('the leaderboard', () => {
  const board = (client: TestClient, query = '') =>
    client.get<Leaderboard>(`/scores/leaderboard/${kit.session.id}/all${query}`);

  it('ranks passed Compete attempts, sums a campaign’s scenarios, gives ties to the earlier', async () => {
    const from = new Date(kit.session.startDate!).getTime();
    const at = (offset: number) => new Date(from + 1_000 + offset).toISOString();
    await submit(attempt(competeScenario, { totalScore: 900, completedAt: at(20), startedAt: at(0) }));
    await submit(attempt(competeScenario, { totalScore: 900, completedAt: at(10), startedAt: at(0) }), kit.other);
    await submit(attempt(competeScenario, { totalScore: 950, passed: false }));
    await submit(attempt(learnScenario, { totalScore: 100 }));
    await kit.platform.settled();
    const { body } = await board(kit.student);
    expect(body.topScores.map(({ rank, userId, score }) => [rank, userId, score])).toEqual([
      [1, kit.other.userId, 900],
      [2, kit.student.userId, 900],
    ]);
    expect(body.me).toMatchObject({ rank: 2, userId: kit.student.userId, organizationName: null });
    expect((await board(kit.student, '?limit=1')).body).toMatchObject({
      topScores: [{ userId: kit.other.userId }],
      me: { rank: 2 },
    });
    expect((await board(await kit.platform.admin())).body.topScores[0]?.organizationName).toMatch(/^Organization/);
    expect((await board(kit.student, `?scenarioId=${learnScenario.scenarioId}`)).body.topScores).toEqual([]);
  });

  it('takes points that only differ in how computers add as equal', async () => {
    const from = new Date(kit.session.startDate!).getTime();
    const at = (offset: number) => new Date(from + offset).toISOString();
    const second = defaultCatalogue().findLast(
      (each) => each.campaignType === 'Compete' && each.scenarioType === 'Default',
    )!;
    const play = (client: TestClient, of: Scenario, totalScore: number, offset: number) =>
      submit(attempt(of, { totalScore, startedAt: at(0), completedAt: at(offset) }), client);
    await play(kit.student, competeScenario, 0.1, 20);
    await play(kit.student, second, 0.2, 20);
    await play(kit.other, competeScenario, 0.3, 10);
    await kit.platform.settled();
    const { topScores } = (await board(kit.student)).body;
    expect(topScores.map(({ userId, score, totalScore }) => [userId, score, totalScore])).toEqual([
      [kit.other.userId, 0.3, 0.3],
      [kit.student.userId, 0.3, 0.3],
    ]);
  });

  it('is for the roster and the staff of the class', async () => {
    const stranger = await kit.platform.person('User', kit.organization);
    expect((await board(stranger)).status).toBe(404);
    expect((await board(kit.instructor)).status).toBe(200);
  });

  it('over all classes shows one’s own organization', async () => {
    await submit(attempt());
    const foreigner = await kit.platform.person('User', await kit.platform.organization());
    await kit.platform.settled();
    expect((await kit.student.get<Leaderboard>('/scores/leaderboard/all/all')).body.topScores.length).toBeGreaterThan(
      0,
    );
    expect((await foreigner.get<Leaderboard>('/scores/leaderboard/all/all')).body.topScores).toEqual([]);
    expect((await foreigner.get(`/scores/leaderboard/all/${kit.organization}`)).status).toBe(404);
    const alone = await kit.platform.person('User', null);
    const empty = await alone.get<Leaderboard>('/scores/leaderboard/all/all');
    const nobody = { topScores: [], me: null, around: [], viewerId: alone.userId, version: 0, frozenAt: null };
    expect([empty.status, empty.body]).toEqual([200, nobody]);
    expect((await alone.get(`/scores/leaderboard/all/${kit.organization}`)).status).toBe(404);
  });

  it.each(['?limit=0', '?limit=101', '?limit=ten', '?scenarioId=none', '?unknown=1'])('refuses %s', async (query) => {
    expect((await board(kit.student, query)).status).toBe(400);
  });
});
