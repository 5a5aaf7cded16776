import { randomUUID } from 'node:crypto';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { Gradebook } from '../../contracts/gradebook.contract.js';
import type { ClassSession, Group } from '../../contracts/group.contract.js';
import type { QuizSummary } from '../../contracts/quiz.contract.js';
import type { Scorecard } from '../../contracts/score.contract.js';
import { parseCsv } from '../../platform/csv/csv.js';
import { CONFIG, type Config } from '../../config.js';
import { competeScenario, lessonScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { catalogueStream } from './catalogue.stream.js';
import { defaultCatalogue } from './default-catalogue.js';
import { withQuestionIds } from '../../contracts/question-ids.rule.js';

let platform: TestPlatform;
let admin: TestClient;
let instructor: TestClient;
let student: TestClient;
let catalogueId: string;
let organization: string;

beforeAll(async () => {
  platform = await TestPlatform.start();
  catalogueId = platform.app.get<Config>(CONFIG).catalogueId;
  admin = await platform.admin();
  organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
});
afterAll(() => platform.stop());

const path = () => `/courses/${catalogueId}/headers`;
const publish = (scenarios: unknown, client = admin) => client.put<{ edition: number }>(path(), scenarios);
const retitled = (scenarios: readonly Scenario[], suffix: string): Scenario[] =>
  scenarios.map((scenario) => ({ ...scenario, scenarioTitle: `${scenario.scenarioTitle} ${suffix}` }));
const without = (scenarios: readonly Scenario[], ...removed: readonly Scenario[]): Scenario[] =>
  scenarios.filter(({ scenarioId }) => removed.every((each) => each.scenarioId !== scenarioId));

describe('publishing', () => {
  it('takes effect immediately, and records nothing for the same content', async () => {
    const scenarios = retitled(defaultCatalogue(), 'once more');
    const { status, body, headers } = await publish(scenarios);
    expect({ status, body }).toEqual({ status: 200, body: { edition: 2 } });
    expect(headers.get('x-log-position')).not.toBeNull();
    expect((await admin.get(path())).body).toEqual(withQuestionIds(scenarios));
    expect((await publish(scenarios)).body).toEqual({ edition: 2 });
    expect((await publish(withQuestionIds(scenarios))).body).toEqual({ edition: 2 });
    expect(await platform.store.readStream(catalogueStream.name(catalogueId))).toHaveLength(2);
    expect((await publish(defaultCatalogue())).body).toEqual({ edition: 3 });
  });

  it('is rejected with the errors and their places', async () => {
    const [first, ...more] = defaultCatalogue();
    const { status, problem } = await publish([{ ...first, maxTotalScore: -1, colour: 'red' }, ...more]);
    expect({ status, errors: problem.errors }).toEqual({
      status: 400,
      errors: { '0.MaxTotalScore': [expect.any(String)], '0.Colour': ['Is not a known field.'] },
    });
    expect((await publish([...more, first])).problem.errors).toEqual({
      '13.CampaignId': [expect.stringContaining('Keep its scenarios together.')],
    });
    expect((await publish({ scenarios: [] })).status).toBe(400);
    expect((await publish(defaultCatalogue(), instructor)).status).toBe(403);
    expect(await platform.store.readStream(catalogueStream.name(catalogueId))).toHaveLength(3);
  });

  it('of another catalogue does not change the current one', async () => {
    const other = randomUUID();
    const [first] = defaultCatalogue();
    expect((await admin.put(`/courses/${other}/headers`, [first])).body).toEqual({ edition: 1 });
    expect((await admin.get(`/courses/${other}/headers`)).body).toEqual([first]);
    expect((await admin.get(path())).body).toEqual(withQuestionIds(defaultCatalogue()));
  });
});

describe('a scenario that was played before a publication', () => {
  const start = () => platform.runningClass(instructor, organization, [student]);
  const end = ({ id }: Group) => instructor.delete(`/groups/${id}/activesession`);
  const play = async (session: ClassSession, scenario: Scenario) =>
    expect((await student.post('/scores', sampleAttempt(session.id, scenario))).status).toBe(202);
  const gradebook = async ({ id }: ClassSession, known = '') => {
    await platform.settled();
    const answer = await instructor.get<Gradebook>(`/sessions/${id}/gradebook`, { 'if-none-match': known });
    const { status, body } = answer;
    return { status, etag: answer.headers.get('etag')!, titles: body?.scenarios.map((each) => each.scenarioTitle) };
  };
  const titlesOf = (scenarios: readonly Scenario[]) => scenarios.map(({ scenarioTitle }) => scenarioTitle);

  it('keeps its titles and columns in an ended class; a running class shows the published and the played scenarios', async () => {
    const original = defaultCatalogue();
    await publish(original);
    const [old, running] = [await start(), await start()];
    await play(old.session, lessonScenario);
    await play(running.session, competeScenario);
    await end(old.course);
    const before = await gradebook(old.session);
    const then = await gradebook(running.session);
    expect([before.titles, then.titles]).toEqual([titlesOf(original), titlesOf(original)]);

    const unplayed = original.findLast(({ scenarioType }) => scenarioType === 'Quiz')!;
    const published = retitled(without(original, competeScenario, lessonScenario, unplayed), 'II');
    await publish(published);
    expect((await gradebook(old.session, before.etag)).status).toBe(304);
    expect((await gradebook(old.session)).titles).toEqual(titlesOf(original));
    const quizzes = await instructor.get<QuizSummary[]>(`/sessions/${old.session.id}/quizzes`);
    expect(quizzes.body.map((quiz) => quiz.scenarioId)).toContain(unplayed.scenarioId);
    const now = await gradebook(running.session, then.etag);
    expect(now.status).toBe(200);
    // Played scenarios are kept at the end of their campaign.
    const { campaignId } = competeScenario;
    const columns = published.toSpliced(
      published.findLastIndex((each) => each.campaignId === campaignId) + 1,
      0,
      competeScenario,
    );
    expect(now.titles).toEqual(titlesOf(columns));

    await end(running.course);
    const ended = await gradebook(running.session);
    expect(ended.titles).toEqual(titlesOf(columns));
    await publish(retitled(original, 'III'));
    expect((await gradebook(running.session, ended.etag)).status).toBe(304);
    expect((await gradebook(running.session)).titles).toEqual(titlesOf(columns));
    await instructor.put(`/groups/${running.course.id}/lastactivesession`);
    expect((await gradebook(running.session, ended.etag)).titles).toEqual(titlesOf(retitled(original, 'III')));
    expect((await gradebook(old.session)).titles).toEqual(titlesOf(original));
  });

  it('is returned and exported with the titles and order of the class, otherwise with its last title', async () => {
    await publish(defaultCatalogue());
    const { course, session } = await start();
    const [removed, kept] = [
      competeScenario,
      defaultCatalogue().findLast(({ scenarioType }) => scenarioType !== 'Quiz')!,
    ];
    for (const scenario of [kept, removed]) await play(session, scenario);
    await end(course);
    await publish(retitled(without(defaultCatalogue(), removed), 'IV'));
    await platform.settled();
    const receives = async (path: string, client: TestClient) => {
      const { body } = await client.get<Scorecard[]>(`/scores/session/${path}?attempts=all`);
      const cards = body.filter(({ scenarioId }) => [removed, kept].some((each) => each.scenarioId === scenarioId));
      const answer = await fetch(`${platform.url}/api/scores/session/${path}/csv`, {
        headers: { 'x-auth-token': client.token },
      });
      const exported = parseCsv(await answer.text()).lines.map(({ cells }) => cells[2]);
      return [new Set(cards.map((card) => card.scenarioName)), exported.slice(1)];
    };
    const [first, last] = titlesOf([removed, kept]) as [string, string];
    expect(await receives(`${session.id}/all`, instructor)).toEqual([new Set([first, last]), [first, last]]);
    const [titles, exported] = await receives('all/all', student);
    expect(titles).toEqual(new Set([first, `${last} IV`]));
    expect(exported).toEqual(expect.arrayContaining([first, `${last} IV`]));
    expect(exported).not.toContain('');
  });
});
