import { v5 as uuidv5 } from 'uuid';
import type { Role } from '../../../contracts/sign-in.contract.js';
import { streams } from '../../../streams.js';
import type { ScoreSubmitted } from '../../scores/score.events.js';
import { defaultCatalogue } from '../../catalogue/default-catalogue.js';
import { demoPast, type PastFacts, type PastPerson } from './demo-past.js';

const NAMESPACE = '0198c0de-0003-7000-8000-000000000000';
const NOW = new Date('2026-11-23T07:00:00Z');
const idOf = (name: string): string => uuidv5(name, NAMESPACE);

const person = (username: string, role: Role): PastPerson => ({
  username,
  role,
  userId: idOf(username),
  firstName: 'First',
  lastName: 'Last',
  email: `${username}@demo.example`,
  usernameHmac: 'aa',
  emailHmac: 'bb',
});

const FACTS: PastFacts = {
  namespace: NAMESPACE,
  exportId: idOf('export'),
  now: NOW,
  squadron: { organizationId: idOf('squadron'), name: 'Squadron', nameHmac: 'cc' },
  flight: { organizationId: idOf('flight'), name: 'Flight', nameHmac: 'dd' },
  admin: person('admin', 'SystemAdmin'),
  orgAdmin: person('orgadmin', 'OrganizationAdmin'),
  instructor: person('instructor', 'Instructor'),
  students: Array.from({ length: 30 }, (_, index) => person(`student${index + 1}`, 'User')),
  promoted: person('promoted', 'User'),
  moved: person('moved', 'User'),
  disabled: person('disabled', 'User'),
  assignedCode: { accessCodeId: idOf('code'), code: 'ABCD', codeHmac: 'ee' },
  spareCode: { accessCodeId: idOf('spare'), code: 'EFGH', codeHmac: 'ff' },
  course: { courseId: idOf('course'), name: 'Course', code: 'QWERTY', caption: '' },
  scenarios: defaultCatalogue(),
};

const past = demoPast(FACTS);
const scores = past.filter(({ type }) => type === 'ScoreSubmitted').map(({ data }) => data as ScoreSubmitted['data']);
const classes = [...new Set(scores.map(({ sessionId }) => sessionId))];

it('is equal at every first start', () => {
  expect(demoPast(FACTS)).toEqual(past);
  expect(new Set(past.map(({ eventId }) => eventId)).size).toBe(past.length);
});

it('contains valid events, none of them in the future', () => {
  for (const { type, data, metadata } of past) {
    streams.schemas[type]!.parse(data);
    expect(Date.parse(metadata.occurredAt)).toBeLessThan(NOW.getTime());
  }
});

it('has two classes in which thirty students have results in most scenarios, several in some', () => {
  expect(classes).toHaveLength(2);
  for (const sessionId of classes) {
    const ofClass = scores.filter((score) => score.sessionId === sessionId);
    const cells = new Set(ofClass.map(({ userId, scenarioId }) => `${userId} ${scenarioId}`));
    expect(new Set(ofClass.map(({ userId }) => userId)).size).toBe(30);
    expect(cells.size).toBeGreaterThan(300);
    expect(ofClass.length).toBeGreaterThan(cells.size + 50);
  }
});

it('has late results, results that were too fast, failed ones, and different answers in quizzes', () => {
  for (const sessionId of classes) {
    const ofClass = scores.filter((score) => score.sessionId === sessionId);
    expect(ofClass.filter(({ late }) => late).length).toBeGreaterThan(0);
    expect(ofClass.filter(({ tooFast }) => tooFast).length).toBeGreaterThan(0);
    expect(ofClass.filter(({ passed }) => !passed).length).toBeGreaterThan(10);
    const quizzes = ofClass.filter(({ scoreCardType }) => scoreCardType === 'Quiz');
    expect(new Set(quizzes.map(({ level, scoredEdition }) => `${level} ${scoredEdition}`))).toEqual(
      new Set(['Verified 1']),
    );
    const chosen = quizzes.map(({ questionScorecards }) =>
      JSON.stringify(questionScorecards[0]!.answerScorecards.map(({ answered }) => answered)),
    );
    expect(new Set(chosen).size).toBe(3);
  }
});

it('contains changed roles, a move to another organization, and a disabled account', () => {
  const types = past.filter(({ metadata }) => metadata.actorId !== 'system').map(({ type }) => type);
  for (const type of ['UserRoleChanged', 'UserMovedToOrganization', 'UserDisabled', 'UserEnabled', 'DataExported'])
    expect(types).toContain(type);
});
