import { DEFAULT_GRADING } from '../../contracts/grading.rule.js';
import {
  ADMINS,
  COURSE_ADMINS,
  COURSE_PEOPLE,
  COURSE_STAFF,
  sameForAll,
  NONE,
  only,
  SIGNED_IN,
  STAFF,
  type RoutePolicy,
} from './route-policy.js';

/** A quiz of the default catalogue. */
export const QUIZ = '0198c0de-0001-7000-8000-000000000003';

const NOTHING = '0198c0de-ffff-7000-8000-000000000000';
const REGRADE = {
  sessionId: null,
  scenarioId: QUIZ,
  questionText: null,
  change: { kind: 'FullMarks' },
  neverLower: true,
  reason: 'Matrix',
};

/** The policies of courses, classes and own results; see `policy.ts`. */
export const COURSE_POLICIES: Readonly<Record<string, RoutePolicy>> = {
  'GET /groups': { outcomes: STAFF },
  'GET /groups/listings': { outcomes: STAFF },
  'GET /users/me/groups': { outcomes: SIGNED_IN },
  // Only known users may run it.
  'POST /groups': { body: { name: 'Matrix', ownerId: '0198c0de-ffff-7000-8000-000000000000' }, outcomes: ADMINS },
  'GET /groups/:id': { objects: { id: 'course' }, outcomes: COURSE_PEOPLE },
  'DELETE /groups/:id': { objects: { id: 'course' }, outcomes: COURSE_ADMINS },
  'PUT /groups/:groupId/:ownerId': {
    objects: { groupId: 'course', ownerId: 'user' },
    outcomes: COURSE_ADMINS,
  },
  'GET /groups/:id/members': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'DELETE /groups/:id/members/:userId': {
    objects: { id: 'course', userId: 'user' },
    outcomes: { ...COURSE_STAFF, Restricted: NONE, User: NONE },
  },
  // The user is not a student of the course; enable-member.int.spec.ts tests one.
  'PUT /groups/:id/members/:userId/enabled': {
    objects: { id: 'course', userId: 'user' },
    outcomes: { ...COURSE_STAFF, Instructor: NONE, OrganizationAdmin: NONE, SystemAdmin: NONE },
  },
  'GET /groups/:id/sessions': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'GET /groups/:id/activesession': { objects: { id: 'course' }, outcomes: COURSE_PEOPLE },
  'GET /groups/:id/activesession/accounts': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'GET /groups/:id/scheduledsession': { objects: { id: 'course' }, outcomes: COURSE_PEOPLE },
  'GET /groups/competitions/:sessionId': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  'POST /groups/join': { body: { code: 'NOCODE' }, outcomes: SIGNED_IN },
  'PUT /groups/:id/activesession': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'DELETE /groups/:id/activesession': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'PUT /groups/:id/scheduledsession': {
    objects: { id: 'course' },
    body: { scheduledStartDate: null },
    outcomes: COURSE_STAFF,
  },
  'PUT /groups/:id/enddate': {
    objects: { id: 'course' },
    body: { newEndDate: null, isImmediate: false },
    outcomes: COURSE_STAFF,
  },
  'PUT /groups/:id/lastactivesession': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'GET /groups/:id/lastactivesession/skipped': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'GET /sessions/:id': { objects: { id: 'session' }, outcomes: COURSE_PEOPLE },
  'GET /sessions/:id/members': { objects: { id: 'session' }, outcomes: COURSE_STAFF },
  'PUT /sessions/:sessionId/help/:userId': {
    objects: { sessionId: 'session' },
    values: { userId: '0198c0de-ffff-7000-8000-000000000000' },
    body: { helpId: '0198c0de-ffff-7000-8000-000000000001', status: 'resolved' },
    outcomes: COURSE_STAFF,
  },
  'GET /sessions/:sessionId/answers': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  'PUT /sessions/:sessionId/answers': {
    objects: { sessionId: 'session' },
    body: { released: true },
    outcomes: COURSE_STAFF,
  },
  'GET /sessions/:sessionId/debrief': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  'PUT /sessions/:sessionId/debrief': {
    objects: { sessionId: 'session' },
    body: { released: true },
    outcomes: COURSE_STAFF,
  },
  'GET /users/me/results': { outcomes: SIGNED_IN },
  // The attempt does not exist; own-results.int.spec.ts tests existing ones.
  'GET /users/me/results/:attemptId': {
    values: { attemptId: '0198c0de-ffff-7000-8000-000000000000' },
    outcomes: { ...sameForAll(404), anonymous: 401, disabled: 401 },
  },
  'GET /sessions/:sessionId/review': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  // Neither the attempt nor the decision exists; review.int.spec.ts tests existing ones.
  'PUT /sessions/:sessionId/decisions/:decisionId': {
    objects: { sessionId: 'session' },
    values: { decisionId: '0198c0de-ffff-7000-8000-000000000000' },
    body: { attemptId: '0198c0de-ffff-7000-8000-000000000000', decision: 'Accepted', reason: '' },
    outcomes: { ...COURSE_STAFF, Instructor: NONE, OrganizationAdmin: NONE, SystemAdmin: NONE },
  },
  'DELETE /sessions/:sessionId/decisions/:decisionId': {
    objects: { sessionId: 'session' },
    values: { decisionId: '0198c0de-ffff-7000-8000-000000000000' },
    outcomes: { ...COURSE_STAFF, Instructor: NONE, OrganizationAdmin: NONE, SystemAdmin: NONE },
  },
  'GET /sessions/:sessionId/decisions': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  'GET /sessions/:sessionId/cells/:userId/:scenarioId/decisions': {
    objects: { sessionId: 'session', userId: 'user' },
    values: { scenarioId: QUIZ },
    outcomes: COURSE_STAFF,
  },
  // The student is not in the class; decisions.int.spec.ts tests one who is.
  'POST /sessions/:sessionId/decisions': {
    objects: { sessionId: 'session' },
    body: {
      cells: [{ decisionId: NOTHING, userId: NOTHING, scenarioId: QUIZ, version: 0 }],
      change: { kind: 'Excused' },
      reason: 'Matrix',
    },
    outcomes: COURSE_STAFF,
  },
  'GET /groups/:id/grading': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'PUT /groups/:id/grading': { objects: { id: 'course' }, body: DEFAULT_GRADING, outcomes: COURSE_STAFF },
  'POST /groups/:id/grading/preview': { objects: { id: 'course' }, body: DEFAULT_GRADING, outcomes: COURSE_STAFF },
  'POST /groups/:id/regrades/preview': { objects: { id: 'course' }, body: REGRADE, outcomes: COURSE_STAFF },
  'GET /groups/:id/regrades': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'PUT /groups/:id/regrades/:decisionId': {
    objects: { id: 'course' },
    values: { decisionId: '0198c0de-ffff-7000-8000-000000000003' },
    body: REGRADE,
    outcomes: COURSE_STAFF,
  },
  'DELETE /groups/:id/regrades/:decisionId': {
    objects: { id: 'course' },
    values: { decisionId: NOTHING },
    outcomes: { ...COURSE_STAFF, Instructor: NONE, OrganizationAdmin: NONE, SystemAdmin: NONE },
  },
  'GET /sessions/:sessionId/gradebook': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  'GET /sessions/:sessionId/aliases': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  'GET /sessions/:sessionId/recording': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  // Neither the attempt nor a release exists; flights.int.spec.ts and own-debrief.int.spec.ts test existing ones.
  'GET /sessions/:sessionId/flights/:attemptId': {
    objects: { sessionId: 'session' },
    values: { attemptId: '0198c0de-ffff-7000-8000-000000000000' },
    outcomes: { ...sameForAll(404), anonymous: 401, disabled: 401 },
  },
  'GET /users/me/debrief/:sessionId': {
    objects: { sessionId: 'session' },
    outcomes: { ...sameForAll(404), anonymous: 401, disabled: 401 },
  },
  'GET /sessions/:sessionId/earlier-progress': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  'GET /sessions/:sessionId/bookmarks': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  'POST /sessions/:sessionId/bookmarks': {
    objects: { sessionId: 'session' },
    body: { note: 'Matrix' },
    outcomes: COURSE_STAFF,
  },
  // There is no bookmark; bookmarks.int.spec.ts tests existing ones.
  'PUT /sessions/:sessionId/bookmarks/:bookmarkId': {
    objects: { sessionId: 'session' },
    values: { bookmarkId: '0198c0de-ffff-7000-8000-000000000000' },
    body: { note: 'Matrix' },
    outcomes: only({ Instructor: NONE, OrganizationAdmin: NONE, SystemAdmin: NONE }),
  },
  'DELETE /sessions/:sessionId/bookmarks/:bookmarkId': {
    objects: { sessionId: 'session' },
    values: { bookmarkId: '0198c0de-ffff-7000-8000-000000000000' },
    outcomes: only({ Instructor: NONE, OrganizationAdmin: NONE, SystemAdmin: NONE }),
  },
  'GET /sessions': { query: '?name=Matrix%20-%20Class%201', outcomes: STAFF },
  'GET /sessions/:sessionId/quizzes': { objects: { sessionId: 'session' }, outcomes: COURSE_STAFF },
  'GET /sessions/:sessionId/quizzes/:scenarioId/answers': {
    objects: { sessionId: 'session' },
    values: { scenarioId: QUIZ },
    outcomes: COURSE_STAFF,
  },
  'GET /sessions/:sessionId/quizzes/:scenarioId': {
    objects: { sessionId: 'session' },
    values: { scenarioId: QUIZ },
    outcomes: COURSE_STAFF,
  },
};
