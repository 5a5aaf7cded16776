import { ClassAliases, type Leaderboard } from '../../../contracts/leaderboard.contract.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../../testing/sample-attempt.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());

const path = () => `/sessions/${kit.session.id}/aliases`;

it('are those of the boards, for the students on the roster', async () => {
  await kit.instructor.put(`/groups/${kit.course.id}/leaderboard`, { naming: 'aliases' });
  await kit.student.post('/scores', sampleAttempt(kit.session.id, competeScenario));
  await kit.platform.settled();
  const board = `/scores/leaderboard/${kit.session.id}/all?view=students`;
  const [first] = (await kit.instructor.get<Leaderboard>(board)).body.topScores;
  const aliases = new Map(ClassAliases.parse((await kit.instructor.get(path())).body));
  expect(aliases.get(kit.student.userId)).toBe(first!.userName);
  expect(aliases.get(kit.other.userId)).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d{4}$/);
  await kit.instructor.delete(`/groups/${kit.course.id}/members/${kit.other.userId}`);
  await kit.platform.settled();
  const left = new Map(ClassAliases.parse((await kit.instructor.get(path())).body));
  expect([left.has(kit.student.userId), left.has(kit.other.userId)]).toEqual([true, false]);
});

it('are found only by staff of the class', async () => {
  const elsewhere = await kit.platform.person('Instructor', kit.organization);
  expect((await elsewhere.get(path())).status).toBe(404);
  expect((await kit.student.get(path())).status).toBe(403);
});
