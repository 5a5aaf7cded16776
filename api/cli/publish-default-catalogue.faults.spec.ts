import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG, type Config } from '../config.js';
import type { Scenario } from '../contracts/catalogue.contract.js';
import type { Gradebook } from '../contracts/gradebook.contract.js';
import { catalogueStream } from '../features/catalogue/catalogue.stream.js';
import { defaultCatalogue } from '../features/catalogue/default-catalogue.js';
import { withQuestionIds } from '../contracts/question-ids.rule.js';
import { PublishDefaultCatalogue } from '../features/catalogue/publish-default-catalogue.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { onPostgres } from '../platform/eventsourcing/testing/on-postgres.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { makeFolder, removeDataDir } from '../start/testing/folders.js';
import { competeScenario, sampleAttempt } from '../testing/sample-attempt.js';
import type { TestClient } from '../testing/test-client.js';
import { TestPlatform } from '../testing/test-platform.js';
import { runCli } from './run-cli.js';

const { secrets } = testConfig();
const content = defaultCatalogue();

/** The default content of an older version, with two flights fewer and without explanations. */
const older: Scenario[] = content.slice(0, -2).map((scenario) => ({
  ...scenario,
  questions: scenario.questions.map(({ explanation: _explanation, ...question }) => question),
}));
const FROM_OLDER = [
  'new: Custody of a Manoeuvring Satellite (Space Domain Awareness)',
  'new: Sunlit Inspection of an Uncooperative Satellite (Space Domain Awareness)',
  'extended: Orbital Foundations Check (Orbital Foundations)',
  'extended: Rules of Proximity Operations (Geostationary Challenge)',
];
const SUMMARY = '14 scenarios in 5 campaigns, 2 quizzes among them';

let platform: TestPlatform;
let database: TestDatabase;
let admin: TestClient;
let instructor: TestClient;
let student: TestClient;
let organization: string;
let path: string;

beforeAll(async () => {
  platform = await TestPlatform.start({}, (made) => (database = made));
  path = `/courses/${platform.app.get<Config>(CONFIG).catalogueId}/headers`;
  admin = await platform.admin();
  organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
});
afterAll(() => platform.stop());

async function publishDefault(options = '', of: TestDatabase = database) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const args = `catalogue publish --default ${options}`.trim().split(' ');
  const code = await runCli(args, terminal, { ...secrets, DATABASE_URL: of.appUrl, ...platform.logEnvironment });
  await platform.settled();
  return { code, out, err };
}

const publish = async (scenarios: readonly Scenario[]) => expect((await admin.put(path, scenarios)).status).toBe(200);
const shown = async () => (await admin.get<Scenario[]>(path)).body;

it('reports that the database already has the default content', async () => {
  expect(await publishDefault()).toEqual({
    code: 0,
    out: ['Edition 1 already has this content. Nothing was published.'],
    err: [],
  });
});

it('is never published by a start of the platform on a database that has content', async () => {
  await publish(older);
  await platform.app.get(PublishDefaultCatalogue).onApplicationBootstrap();
  await platform.settled();
  expect(await shown()).toEqual(withQuestionIds(older));
});

it('with --check only prints what would change', async () => {
  expect(await publishDefault('--check')).toEqual({
    code: 0,
    out: [...FROM_OLDER, `The default content has ${SUMMARY}. Nothing was published.`],
    err: [],
  });
  expect(await shown()).toEqual(withQuestionIds(older));
});

it('is refused while classes are running, and published after their end; results stay', async () => {
  const [{ course, session }, other] = [
    await platform.runningClass(instructor, organization, [student]),
    await platform.runningClass(instructor, organization, []),
  ];
  expect((await student.post('/scores', sampleAttempt(session.id, competeScenario))).status).toBe(202);
  expect(await publishDefault()).toEqual({
    code: 1,
    out: FROM_OLDER,
    err: [
      '2 classes are running, so nothing was published: content does not change during a class. Run this command again when no class is running.',
    ],
  });
  await instructor.delete(`/groups/${other.course.id}/activesession`);
  expect((await publishDefault()).err).toEqual([
    expect.stringMatching(/^1 class is running, so nothing was published/),
  ]);
  expect(await shown()).toEqual(withQuestionIds(older));

  await instructor.delete(`/groups/${course.id}/activesession`);
  const gradebook = async () => (await instructor.get<Gradebook>(`/sessions/${session.id}/gradebook`)).body;
  await platform.settled();
  const { students, userIds, columns } = await gradebook();
  expect(userIds).toEqual([student.userId]);
  expect(await publishDefault()).toEqual({
    code: 0,
    out: [...FROM_OLDER, `Edition 3 was published: ${SUMMARY}.`],
    err: [],
  });
  expect(await shown()).toEqual(withQuestionIds(content));
  expect(await gradebook()).toMatchObject({ students, userIds, columns });
});

it('replaces content of the installation only with --replace, and lists the lost content', async () => {
  const own = { ...content[0]!, scenarioId: randomUUID(), scenarioTitle: 'Our Own Lesson' };
  await publish([own, { ...content[0]!, scenarioTitle: 'Frames, Our Way' }, ...content.slice(1)]);
  const listed = [
    'changed: Frames of Reference (Orbital Foundations)',
    'removed: Our Own Lesson (Orbital Foundations)',
  ];
  const loss = 'This installation has its own content: 1 scenario would be changed, and 1 scenario would be removed.';
  expect(await publishDefault()).toEqual({
    code: 1,
    out: listed,
    err: [
      `${loss} Nothing was published. To replace this content, add --replace; results of removed scenarios are kept.`,
    ],
  });
  expect(await publishDefault('--check')).toMatchObject({
    code: 0,
    out: [...listed, expect.stringContaining('Nothing was published.'), `${loss} Publishing needs --replace.`],
  });
  expect(await shown()).toHaveLength(15);
  expect(await publishDefault('--replace')).toMatchObject({ code: 0, err: [] });
  expect(await shown()).toEqual(withQuestionIds(content));
  expect(await platform.store.readStream(catalogueStream.name(path.split('/')[2]!))).toHaveLength(5);
});

onPostgres('is refused while the read models are behind the log, because a class may be running', async () => {
  const behind = await createTestDatabase();
  const folder = makeFolder('default-catalogue', 0o700);
  const environment = { ...secrets, DATABASE_URL: behind.appUrl };
  try {
    const file = join(folder, 'older.json');
    writeFileSync(file, JSON.stringify(older));
    const silent = { out: () => undefined, err: () => undefined };
    expect(await runCli(['catalogue', 'publish', file], silent, environment)).toBe(0);
    expect(await publishDefault('', behind)).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/^The read models are behind the log, so a class may be running/)],
    });
  } finally {
    removeDataDir(folder);
    await behind.drop();
  }
});

it.each([
  ['catalogue publish --default file.json', 'Name a file, or use --default.'],
  ['catalogue publish file.json --replace', '--replace needs --default.'],
  ['projections list --default', "Unknown option '--default'."],
])('is no command: %s', async (command, mistake) => {
  const err: string[] = [];
  const terminal = { out: () => undefined, err: (line: string) => void err.push(line) };
  expect(await runCli(command.split(' '), terminal, { DATA_DIR: '/nowhere' })).toBe(1);
  expect(err).toEqual([expect.stringContaining(mistake)]);
});
