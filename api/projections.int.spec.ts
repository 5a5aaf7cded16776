import { flagBits } from './contracts/attempt-flags.rule.js';
import { ResultLevel } from './contracts/attempt.contract.js';
import { DEFAULT_GRADING } from './contracts/grading.rule.js';
import { projections } from './app.module.js';
import { studentByStreams } from './features/courses/roster-by-streams.js';
import { streams } from './streams.js';
import type { QuizAttempt, QuizForm } from './contracts/quiz.contract.js';
import { ERASED } from './platform/eventsourcing/personal-data.js';
import type { ProjectedEvent, Projection } from './platform/eventsourcing/projection.js';
import { golden, goldenCards, goldenEvents, goldenId, goldenQuiz, goldenScore } from './testing/golden-events.js';
import { numbered, projectedRows } from './testing/projected-rows.js';

const [first, second] = [goldenId('d1', 1), goldenId('d1', 2)];
const student = (number: number) => goldenId('a1', number);
const UNDONE_REGRADE = { kind: 'Regraded', sessionId: goldenId('d1', 2), userId: null, attempt: null };
const at = (time: string) => `2026-03-02T${time}:00.000Z`;
type Step = ReturnType<typeof golden>;

/** A plausible history with every event that any projection handles. */
const history = numbered([
  golden('OrganizationCreated'),
  golden('OrganizationMarkedUnpaid'),
  golden('OrganizationMarkedPaid'),
  golden('OrganizationUserLimitChanged'),
  golden('OrganizationRecordingChanged'),
  golden('OrganizationDeleted'),
  golden('SeatTaken'),
  golden('SeatTaken', { userId: student(3) }),
  golden('SeatReleased'),
  golden('SeatTaken'),
  golden('SeatReleased', { userId: student(3) }),
  golden('AccessCodeGenerated'),
  golden('AccessCodeGenerated', { accessCodeId: goldenId('c1', 2) }),
  golden('AccessCodeAssigned'),
  golden('AccessCodeDeleted', { accessCodeId: goldenId('c1', 2) }),
  ...[1, 2, 3].map((number) => golden('UserRegistered', { userId: student(number), username: `student.${number}` })),
  golden('UserDisabled', { userId: student(3) }),
  golden('UserEnabled', { userId: student(3) }),
  golden('UserRoleChanged'),
  ...leaver(4),
  ...['PaymentStarted', 'PaymentFailed', 'PaymentReversed', 'PaymentSucceeded', 'SubscriptionEnded'].map((type) =>
    golden(type),
  ),
  ...['SignInSucceeded', 'SignInLocked', 'SignedOut', 'RefreshTokenReused', 'DataExported'].map((type) => golden(type)),
  golden('PlatformInitialised'),
  golden('ReplayRequested'),
  golden('CataloguePublished'),
  golden('CataloguePublished', { edition: 2 }),
  golden('CatalogueAnswersSent'),
  golden('CatalogueAnswersWithheld'),
  golden('CourseCreated'),
  golden('ClassScheduled', { sessionId: second }),
  golden('ClassScheduleCancelled', { sessionId: second }),
  golden('ClassScheduled'),
  golden('ClassEndScheduled'),
  golden('ClassStarted'),
  ...[1, 3].map((number) => golden('StudentJoined', { userId: student(number) })),
  goldenScore(1, {}),
  goldenScore(2, { totalScore: 900, userId: student(2), tooFast: true }),
  goldenScore(3, { totalScore: 900, userId: student(3), completedAt: at('09:15') }),
  goldenScore(4, { totalScore: 400 }),
  goldenQuiz(21, {}),
  goldenQuiz(22, { questionScorecards: goldenCards('Why?', 'What?', 'Where?') }),
  goldenQuiz(23, { userId: student(3), questionScorecards: goldenCards('Where?', 'Why?', 'What?') }),
  goldenQuiz(24, { questionsScore: 9, questionScorecards: goldenCards('Who?') }),
  golden('StudentLeft', { userId: student(3) }),
  golden('AnswersReleased'),
  golden('AnswersWithheld'),
  golden('AnswersReleased'),
  golden('DebriefReleased'),
  golden('DebriefWithheld'),
  golden('DebriefReleased'),
  golden('LeaderboardFrozen'),
  golden('LeaderboardsCleared'),
  golden('LeaderboardRevealed'),
  goldenScore(5, { totalScore: 950, completedAt: at('09:40') }),
  golden('LeaderboardNamingChanged'),
  golden('LeaderboardFrozen'),
  goldenScore(6, { totalScore: 950, completedAt: at('09:50') }),
  goldenScore(10, { totalScore: 960, completedAt: at('09:55') }),
  goldenScore(7, { totalScore: 10, userId: student(2), late: true }),
  goldenScore(8, { userId: student(2), sessionId: null }),
  ...[1, 2, 3].map((number) => golden('SandboxCreated', { sandboxId: goldenId('f1', number) })),
  golden('SandboxSaved', { sandboxId: goldenId('f1', 1) }),
  golden('SandboxOpened', { sandboxId: goldenId('f1', 1) }),
  golden('SandboxOpened', { sandboxId: goldenId('f1', 1) }),
  golden('SandboxDeleted', { sandboxId: goldenId('f1', 2) }),
  golden('SandboxDeleted', { sandboxId: goldenId('f1', 2), ownerId: student(1) }),
  golden('BannerSet'),
  golden('BannerSet', { message: 'The platform is back.' }),
  golden('ClassEnded'),
  golden('StudentJoined', { userId: student(3), sessionId: null }),
  golden('ClassResumed'),
  golden('StudentJoined', { userId: student(3) }),
  goldenScore(9, { userId: student(3), totalScore: 20, passed: false }),
  golden('AttemptSetAside', { attemptId: goldenId('e1', 10) }),
  golden('AttemptAccepted', { attemptId: goldenId('e1', 2), userId: student(2) }),
  golden('DecisionUndone', { attempt: { attemptId: goldenId('e1', 10), decision: null } }),
  golden('AttemptSetAside', { attemptId: goldenId('e1', 1), decisionId: goldenId('f2', 3) }),
  golden('GradingChanged'),
  golden('PointsSet'),
  golden('PointsSet', { decisionId: goldenId('f2', 14), userId: student(3) }),
  golden('ResultExcused', { userId: student(2) }),
  golden('ResultCommented'),
  golden('ScenarioRegraded'),
  golden('ScenarioRegraded', { decisionId: goldenId('f2', 18), sessionId: goldenId('d1', 2), questionText: null }),
  golden('DecisionUndone', { ...UNDONE_REGRADE, decisionId: goldenId('f2', 18) }),
  golden('DecisionsCleared'),
  golden('DecisionUndone', { decisionId: goldenId('f2', 14), kind: 'Points', userId: student(3), attempt: null }),
  golden('FlightVerified', { attemptId: goldenId('e1', 10) }),
  golden('FlightDiffered', { attemptId: goldenId('e1', 2) }),
  golden('GradingChanged', { grading: DEFAULT_GRADING }),
  golden('CourseInstructorChanged'),
  golden('CourseInstructorChanged', { from: student(3), to: student(2) }),
  golden('CourseDeleted'),
]);

/** Returns the events of a student who leaves, for all events that no other person in the history has. */
function leaver(number: number): { type: string; data: object }[] {
  const userId = student(number);
  return [
    golden('UserRegistered', {
      userId,
      username: `leaver.${number}`,
      nationality: '840',
      accessCodeId: goldenId('c1', 1),
    }),
    ...[
      'UserProfileChanged',
      'EmailChangeRequested',
      'EmailChangeCancelled',
      'SessionsEnded',
      'PasswordResetRequested',
      'UserMovedToOrganization',
    ].map((type) => golden(type, { userId })),
    golden('UserMovedToOrganization', { userId, from: null, to: goldenId('b1', 2) }),
    golden('SandboxCreated', { sandboxId: goldenId('f1', 4), ownerId: userId, title: 'Leaver’s own' }),
    golden('SandboxSaved', { sandboxId: goldenId('f1', 4), ownerId: userId, title: 'Leaver’s new' }),
    ...['PasswordChanged', 'PasswordResetRequested', 'UserDeleted', 'PersonalDataErased'].map((type) =>
      golden(type, { userId }),
    ),
  ];
}

const rowsOf = projectedRows();

const rowsAfter = (
  projection: Projection,
  size: number,
  times: number,
  events: readonly ProjectedEvent[] = history,
): Promise<Record<string, unknown[]>> => rowsOf(projection, size, times, events);

describe.each(projections.map((projection) => [projection.name, projection] as const))('%s', (_, projection) => {
  it('receives every event that it handles', () => {
    const happens = new Set(history.map((event) => event.type));
    expect(projection.handles.filter((type) => !happens.has(type))).toEqual([]);
    expect(projection.handles.filter((type) => !goldenEvents.has(type))).toEqual([]);
  });

  it('gives the same rows when each batch is applied twice, and for any size of batches', async () => {
    const rows = await rowsAfter(projection, 1_000, 1);
    expect(Object.values(rows).flat().length).toBeGreaterThan(0);
    for (const [size, times] of [
      [1_000, 2],
      [1, 1],
      [1, 2],
      [2, 3],
      [7, 2],
    ] as const) {
      expect({ size, times, rows: await rowsAfter(projection, size, times) }).toEqual({ size, times, rows });
    }
  });
});

/** The history without decisions about cells and without regrades, which `decided-results.int.spec.ts` compares with the rules. */
const DECISIONS = new Set(['PointsSet', 'ResultExcused', 'ResultCommented', 'DecisionsCleared', 'ScenarioRegraded']);
const undecided = history.filter(({ type }) => !DECISIONS.has(type));

const projection = (name: string): Projection => projections.find((each) => each.name === name)!;

it('stores the best attempt of each student in the gradebook, without late attempts', async () => {
  const { gradebook_v19: rows } = await rowsAfter(projection('attempts'), 1_000, 1, undecided);
  const best = (rows as { session_id: string; user_id: string; attempt_id: string; points: number }[])
    .filter((row) => row.session_id === first)
    .map((row) => [row.user_id, row.attempt_id, row.points]);
  expect(best.toSorted()).toEqual([
    [student(1), goldenId('e1', 10), 960],
    [student(2), goldenId('e1', 2), 900],
    [student(3), goldenId('e1', 3), 900],
  ]);
});

it('stores in a cell and in an attempt that the attempt was too fast', async () => {
  const { gradebook_v19: cells } = await rowsAfter(projection('attempts'), 1_000, 1, undecided);
  expect(
    Object.fromEntries(
      (cells as { user_id: string; figures: string }[]).map((row) => [row.user_id, flagsOf(row.figures)]),
    ),
  ).toEqual({
    [student(1)]: 1,
    [student(2)]: 3,
    [student(3)]: 1,
  });
  const { attempts_v19: attempts } = await rowsAfter(projection('attempts'), 1_000, 1);
  const fast = (attempts as { attempt_id: string; flags: number }[]).filter((row) => row.flags & flagBits(['TooFast']));
  expect(fast.map((row) => row.attempt_id)).toEqual([goldenId('e1', 2)]);
});

it('stores in an attempt whether its flight was verified', async () => {
  const { attempts_v19: attempts } = await rowsAfter(projection('attempts'), 1_000, 1);
  const levelsAndFlags = (attempts as { attempt_id: string; level: number; flags: number }[])
    .map((row) => [row.attempt_id, row.level, row.flags & ~flagBits(['Overlapping'])] as const)
    .filter(([, level, flags]) => level > 0 || flags > 0)
    .map(([attemptId, level, flags]) => [attemptId, ResultLevel.options[level], flags]);
  expect(levelsAndFlags).toEqual([
    [goldenId('e1', 2), 'Reported', flagBits(['TooFast', 'VerificationDiffers'])],
    [goldenId('e1', 10), 'Verified', 0],
  ]);
});

const flagsOf = (figures: string): unknown => (JSON.parse(`[${figures}]`) as unknown[])[6];

it('starts a cleared leaderboard from zero, and ranks the earlier of tied attempts first', async () => {
  const { leaderboards_v19: rows } = await rowsAfter(projection('attempts'), 1_000, 1, undecided);
  // The second attempt was late and counts since its class was resumed.
  expect(rows).toMatchObject([
    { user_id: student(2), attempt_id: goldenId('e1', 7), score: 10 },
    { user_id: student(1), attempt_id: goldenId('e1', 10), score: 960 },
  ]);
});

it('keeps a frozen leaderboard unchanged, and sums the best attempts', async () => {
  const tables = await rowsAfter(projection('attempts'), 1_000, 1, undecided);
  const scores = (table: string) => (tables[table] as { user_id: string; score: number }[]).map((row) => row.score);
  expect(scores('frozen_leaderboards_v19')).toEqual([950]);
  expect(scores('frozen_leaderboard_totals_v19')).toEqual([950, 950]);
  expect(scores('leaderboard_totals_v19').toSorted()).toEqual([10, 10, 960, 960]);
  expect(tables['leaderboard_namings_v19']).toMatchObject([{ naming: 'aliases' }]);
});

it('stores the best quiz attempt of each student, and one form for questions asked in any order', async () => {
  const { quiz_responses_v19: rows, quiz_forms_v19: forms } = await rowsAfter(projection('attempts'), 1_000, 1);
  const best = (rows as { user_id: string; attempt_id: string; attempt: string }[])
    .map(({ user_id, attempt_id, attempt }) => ({ user_id, attempt_id, ...(JSON.parse(attempt) as QuizAttempt) }))
    .toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
  expect(best).toMatchObject([
    // The questions of a form are sorted by text: What, Where, Why.
    { user_id: student(1), attempt_id: goldenId('e1', 22), scores: [1, 2, 0], chosen: ['1', '1', '0'] },
    { user_id: student(3), attempt_id: goldenId('e1', 23), scores: [2, 0, 1], chosen: ['1', '0', '1'] },
  ]);
  expect(best[0]!.form).toBe(best[1]!.form);
  const form = (forms as { form_id: string; form: string }[]).find(({ form_id }) => form_id === best[0]!.form)!;
  const { questions } = JSON.parse(form.form) as QuizForm;
  expect(questions.map(({ questionText, position }) => [questionText, position])).toEqual([
    ['What?', 0],
    ['Where?', 2],
    ['Why?', 1],
  ]);
  expect(forms).toHaveLength(2);
});

it('keeps all editions of a catalogue with their publication times', async () => {
  const { catalogues_v2: rows } = await rowsAfter(projection('catalogues'), 1_000, 1);
  const published_at = new Date(at('09:00'));
  expect(rows).toMatchObject([1, 2].map((edition) => ({ edition, published_at })));
});

it('keeps all attempts', async () => {
  const { attempts_v19: rows } = await rowsAfter(projection('attempts'), 1_000, 1);
  expect(rows).toHaveLength(history.filter((event) => event.type === 'ScoreSubmitted').length);
});

it('keeps a tombstone for a student who left the roster, and restores a student who returned', async () => {
  const { rosters_v5: roster, members_v5: members } = await rowsAfter(projection('rosters'), 1_000, 1);
  const on = (roster as { user_id: string; session_id: string; removed_at: Date | null }[]).map((row) => [
    row.user_id,
    row.session_id,
    row.removed_at,
  ]);
  expect(on.toSorted()).toEqual([1, 2, 3].map((number) => [student(number), first, null]));
  expect((members as { user_id: string }[]).map((row) => row.user_id).toSorted()).toEqual([1, 2, 3].map(student));
  const until = history.findIndex((event) => event.type === 'LeaderboardsCleared');
  const whole = history.splice(until);
  const { rosters_v5: then } = await rowsAfter(projection('rosters'), 1_000, 1);
  history.push(...whole);
  expect(
    (then as { user_id: string; removed_at: Date | null }[]).find((row) => row.user_id === student(3))?.removed_at,
  ).toEqual(new Date(at('09:00')));
});

const [created, started, ended, resumed, left] = [
  golden('CourseCreated', { memberIds: [] }),
  ...['ClassStarted', 'ClassEnded', 'ClassResumed', 'StudentLeft'].map((type) => golden(type)),
] as [Step, Step, Step, Step, Step];
const joined = golden('StudentJoined');
const joinedNone = golden('StudentJoined', { sessionId: null });
const startedNext = golden('ClassStarted', { sessionId: second });
const joinedNext = golden('StudentJoined', { sessionId: second });

it.each<[string, Step[]]>([
  ['a student who joins the course after the class', [created, started, ended, joinedNone]],
  ['a student who joined the class', [created, started, joined, ended, joinedNone, startedNext]],
  ['a student who left during the class', [created, started, joined, left, ended, joinedNone]],
  ['a student who left after the class', [created, started, joined, ended, left]],
  ['a student who joined at the scheduled time and left before the start event', [created, joined, left, started]],
  ['a student who joined at the scheduled time, left and rejoined', [created, joined, left, joined, started]],
  [
    'a student who joined the next class at the scheduled time and left',
    [created, started, joined, ended, joinedNext, left, startedNext],
  ],
  [
    'a student who is restored when the class is resumed',
    [created, started, joined, ended, resumed, ended, joinedNone],
  ],
  ['a student who joins the course while a class runs', [created, started, joinedNone]],
  ['a student who joins an ended class while the next one runs', [created, started, ended, startedNext, joined]],
  ['a student who joins between the end and the resumption', [created, started, ended, joinedNone, resumed]],
  [
    'a student who left and rejoined before the resumption',
    [created, started, joined, left, ended, joinedNone, resumed],
  ],
  ['a student who leaves the resumed class', [created, started, joined, ended, resumed, left, ended, joinedNone]],
])('projects the same roster as the streams, also when events are applied twice: %s', async (_, steps) => {
  const events = numbered(steps);
  const byStreams = studentByStreams(student(1), events as never, []);
  for (const [size, times] of [
    [1_000, 1],
    [1_000, 2],
    [1, 2],
    [2, 2],
  ] as const) {
    const { rosters_v5: roster, members_v5: members } = await rowsAfter(projection('rosters'), size, times, events);
    const on = (roster as { session_id: string; removed_at: Date | null }[]).filter((row) => row.removed_at === null);
    expect({ size, times, classes: on.map((row) => row.session_id).toSorted(), member: members!.length > 0 }).toEqual({
      size,
      times,
      classes: [...byStreams.classes].toSorted(),
      member: byStreams.member,
    });
  }
});

it('keeps an erased person without personal data, and as a former member of the previous organization', async () => {
  const { people_v2: rows, former_members_v2: former } = await rowsAfter(projection('people'), 1_000, 1);
  const erased = (rows as { id: string }[]).find((row) => row.id === student(4));
  const [username, email, first_name, last_name, rank_title, nationality] = Array<string>(6).fill(ERASED);
  expect(erased).toMatchObject({ username, email, first_name, last_name, rank_title, nationality, deleted: true });
  expect(JSON.stringify(erased)).not.toMatch(/leaver|one@|Sam|Once|Maj|840/);
  expect(former).toMatchObject([{ organization_id: goldenId('b1', 1), user_id: student(4) }]);
});

it('counts versions and accesses of a sandbox, and removes the sandboxes of an erased person', async () => {
  const { sandboxes_v1: rows } = await rowsAfter(projection('sandboxes'), 1_000, 1);
  const byId = (rows as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(byId).toMatchObject([
    { title: 'Ellipse 2', version: 2, access_count: 3, accessed_at: new Date(at('10:00')), deleted: false },
    { title: 'Ellipse', version: 1, access_count: 1, deleted: true },
    { title: 'Ellipse', version: 1, access_count: 1, created_at: new Date(at('09:00')), deleted: false },
    { title: ERASED, version: 2, deleted: true },
  ]);
});

it.each(['people', 'sandboxes'])('builds the same %s of an erased person with and without the key', async (name) => {
  const rows = await rowsAfter(projection(name), 1_000, 1);
  const readable = [...history];
  history.forEach((event, index) => {
    const { subject, fields } = streams.personalData[event.type] ?? { subject: '', fields: [] };
    if ((event.data as Record<string, unknown>)[subject] !== student(4)) return;
    const erased = Object.fromEntries(fields.map((field) => [field, ERASED]));
    history[index] = { ...event, data: { ...event.data, ...erased } };
  });
  expect(await rowsAfter(projection(name), 1_000, 1)).toEqual(rows);
  history.splice(0, history.length, ...readable);
});

/** Personal texts of a student, empty and not, in events of every type that has them, and the erasure of the student. */
const erasedStudent = numbered([
  ...history,
  golden('UserProfileChanged', { userId: student(1), rankTitle: '' }),
  golden('EmailChangeRequested', { userId: student(1), newEmail: '' }),
  golden('SandboxSaved', { sandboxId: goldenId('f1', 3), title: '' }),
  ...['', '["Because"]'].flatMap((freeText, index) => [
    goldenScore(31 + index, { freeText }),
    goldenQuiz(33 + index, { freeText, questionsScore: 20 + index }),
    goldenQuiz(35 + index, { freeText, scenarioId: goldenId('51', 40 + index) }),
  ]),
  ...[
    'AttemptAccepted',
    'AttemptSetAside',
    'PointsSet',
    'ResultExcused',
    'ResultCommented',
    'DecisionsCleared',
  ].flatMap((type, index) =>
    ['', 'A reason.'].map((reason, nth) => golden(type, { decisionId: goldenId('f3', 2 * index + nth), reason })),
  ),
  golden('PersonalDataErased', { userId: student(1) }),
]);

/** Returns the events as a reader without the key of the student gets them. */
const withoutKey = (userId: string, events: readonly ProjectedEvent[]): ProjectedEvent[] =>
  events.map((event) => {
    const { subject, fields } = streams.personalData[event.type] ?? { subject: '', fields: [] };
    const data = event.data as Record<string, unknown>;
    const isEncrypted = data[subject] === userId && fields.some((field) => data[field] !== undefined);
    return isEncrypted
      ? { ...event, data: { ...data, ...Object.fromEntries(fields.map((field) => [field, ERASED])) } }
      : event;
  });

const unreadable = withoutKey(student(1), erasedStudent);

it.each(projections.map(({ name }) => name))(
  'rebuilds the same rows of %s after an erasure, also of empty texts',
  async (name) => {
    const rows = await rowsAfter(projection(name), 1_000, 1, erasedStudent);
    expect(await rowsAfter(projection(name), 1_000, 1, unreadable)).toEqual(rows);
    if (projection(name).rebuilding)
      expect(await rowsOf(projection(name), 1_000, 1, unreadable, 'rebuilding')).toEqual(rows);
  },
);

it('compares these rows for every event with personal texts', () => {
  const compared = erasedStudent.filter((event) => !unreadable.includes(event)).map(({ type }) => type);
  const withTexts = Object.entries(streams.personalData)
    .filter(([, { subject, fields }]) => subject !== 'accessCodeId' && fields.length > 0)
    .map(([type]) => type);
  expect([...new Set(compared)].toSorted()).toEqual(withTexts.toSorted());
});

it('stores the latest banner', async () => {
  const { banner_v1: rows } = await rowsAfter(projection('banner'), 1_000, 1);
  expect(rows).toMatchObject([{ message: 'The platform is back.' }]);
});

it('stores the times of a class', async () => {
  const { classes_v2: rows } = await rowsAfter(projection('courses'), 1_000, 1);
  expect(rows).toMatchObject([
    { session_id: first, started_at: new Date(at('09:00')), ended_at: null, scheduled_end: null },
  ]);
});

it('dates a course by its latest event, including events of members, and keeps former instructors', async () => {
  const { courses_v2: rows, former_instructors_v2: former } = await rowsAfter(projection('courses'), 1_000, 1);
  expect(rows).toMatchObject([
    { owner_id: student(2), deleted_at: new Date(at('12:00')), sequence: String(history.length) },
  ]);
  expect(former).toMatchObject([
    { user_id: student(3), sequence: String(history.length - 1) },
    { user_id: student(9), sequence: String(history.length - 2) },
  ]);
  const whole = history.splice(history.findIndex((event) => event.type === 'StudentLeft') + 1);
  const { courses_v2: then } = await rowsAfter(projection('courses'), 1_000, 1);
  const sequence = String(history.length);
  history.push(...whole);
  expect(then).toMatchObject([{ owner_id: student(9), deleted_at: null, sequence }]);
});
