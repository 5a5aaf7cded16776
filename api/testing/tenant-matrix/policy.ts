import { USER_CSV_COLUMNS } from '../../contracts/user-import.contract.js';
import { COURSE_POLICIES, QUIZ } from './course-policy.js';
import {
  ADMINS,
  ALL,
  AUDITORS,
  COURSE_PEOPLE,
  COURSE_STAFF,
  sameForAll,
  NONE,
  only,
  OWN,
  PUBLIC,
  SANDBOX_OWNER,
  SANDBOX_READERS,
  SIGNED_IN,
  STAFF,
  SYSTEM_ADMIN,
  SYSTEM_ADMIN_ON_OBJECTS,
  USER_ADMINS,
  USER_ADMINS_ELSE_HIDDEN,
  type RoutePolicy,
} from './route-policy.js';

/** The policy of every route under /api, written by hand. A missing route fails the test. */
export const POLICIES: Readonly<Record<string, RoutePolicy>> = {
  'POST /auth/session': { body: { username: 'nobody', password: 'wrong_password_1' }, outcomes: PUBLIC },
  'POST /auth/session/token': { body: 'no such token', outcomes: sameForAll(401) },
  'GET /auth/session/roles': { outcomes: SIGNED_IN },

  // Each topic checks rights itself, as for sockets; the topic's own specs test that.
  'POST /live/poll': { body: { watches: [], presence: null, waitMs: 0 }, outcomes: SIGNED_IN },

  'GET /game/startup': { outcomes: SIGNED_IN },
  // Not configured here; the route's own spec tests access.
  'GET /udl/*': { outcomes: sameForAll(404) },
  'POST /udl/*': { body: {}, outcomes: sameForAll(404) },

  'GET /courses/:catalogueId/headers': {
    values: { catalogueId: '0198c0de-0000-7000-8000-000000000001' },
    outcomes: SIGNED_IN,
  },
  'PUT /courses/:catalogueId/headers': {
    values: { catalogueId: '0198c0de-0000-7000-8000-000000000001' },
    body: [],
    outcomes: SYSTEM_ADMIN,
  },
  'GET /courses/:catalogueId/answers': {
    values: { catalogueId: '0198c0de-0000-7000-8000-000000000001' },
    outcomes: SYSTEM_ADMIN,
  },
  'PUT /courses/:catalogueId/answers': {
    values: { catalogueId: '0198c0de-0000-7000-8000-000000000001' },
    body: { sent: false },
    outcomes: SYSTEM_ADMIN,
  },

  ...COURSE_POLICIES,

  'GET /systemSettings/bannerMessage': { outcomes: PUBLIC },
  'POST /systemSettings/bannerMessage': { body: {}, outcomes: SYSTEM_ADMIN },

  'GET /system/status': { outcomes: SYSTEM_ADMIN },
  'GET /system/dead-letters': { outcomes: SYSTEM_ADMIN },
  // There is no dead letter to replay.
  'POST /system/dead-letters/replay': {
    body: { kind: 'projection', reader: 'nothing' },
    outcomes: only({ SystemAdmin: 404 }),
  },

  'GET /sandboxes': { outcomes: SIGNED_IN },
  'POST /sandboxes': { body: { title: 'Matrix', data: null }, outcomes: SIGNED_IN },
  'GET /sandboxes/:id/json': { objects: { id: 'sandbox' }, outcomes: SANDBOX_READERS },
  'PUT /sandboxes/:id': {
    objects: { id: 'sandbox' },
    body: { title: 'Matrix', data: 1, version: 1 },
    outcomes: SANDBOX_OWNER,
  },
  'DELETE /sandboxes/:id': { objects: { id: 'sandbox' }, outcomes: { ...SANDBOX_OWNER, SystemAdmin: ALL } },

  'POST /attempts': { body: {}, outcomes: SIGNED_IN },
  'POST /scores': { body: {}, outcomes: SIGNED_IN },
  'GET /scores/session/:session': { objects: { session: 'session' }, outcomes: COURSE_PEOPLE },
  'GET /scores/session/:session/:organization': {
    objects: { session: 'session' },
    values: { organization: 'all' },
    outcomes: COURSE_PEOPLE,
  },
  'GET /scores/session/:session/:organization/items': {
    objects: { session: 'session' },
    values: { organization: 'all' },
    query: `?scenarioId=${QUIZ}`,
    outcomes: COURSE_STAFF,
  },
  'GET /scores/session/:session/csv': { objects: { session: 'session' }, outcomes: COURSE_PEOPLE },
  'GET /scores/session/:session/:organization/csv': {
    objects: { session: 'session' },
    values: { organization: 'all' },
    outcomes: COURSE_PEOPLE,
  },
  'DELETE /scores': { outcomes: SYSTEM_ADMIN },
  'GET /scores/leaderboards': { outcomes: SYSTEM_ADMIN },
  'GET /groups/:id/leaderboard': { objects: { id: 'course' }, outcomes: COURSE_STAFF },
  'PUT /groups/:id/leaderboard': { objects: { id: 'course' }, body: { naming: 'aliases' }, outcomes: COURSE_STAFF },
  'GET /scores/leaderboard/:session/:organization/history': {
    objects: { session: 'session' },
    values: { organization: 'all' },
    outcomes: COURSE_PEOPLE,
  },
  'GET /scores/leaderboard/:session/csv': { objects: { session: 'session' }, outcomes: COURSE_PEOPLE },
  'GET /scores/leaderboard/:session/:organization/csv': {
    objects: { session: 'session' },
    values: { organization: 'all' },
    outcomes: COURSE_PEOPLE,
  },
  'GET /scores/leaderboard/:session': { objects: { session: 'session' }, outcomes: COURSE_PEOPLE },
  'GET /scores/leaderboard/:session/:organization': {
    objects: { session: 'session' },
    values: { organization: 'all' },
    outcomes: COURSE_PEOPLE,
  },

  'GET /users': { outcomes: STAFF },
  'GET /users/admin-detailed': { outcomes: ADMINS },
  'GET /users/stats': { outcomes: ADMINS },
  'GET /users/export': { outcomes: ADMINS },
  'GET /users/import': { outcomes: ADMINS },
  // No import exists yet.
  'GET /users/import/result': { outcomes: only({ OrganizationAdmin: 404, SystemAdmin: 404 }) },
  // The import checks the organization of each line; its own spec tests that.
  'POST /users/import': {
    query: '?dryRun=true',
    body: { csv: `${USER_CSV_COLUMNS.join(',')}\r\nmatrix.user,matrix@example.org,Sam,Example,,User,Matrix,true` },
    outcomes: ADMINS,
  },
  'GET /users/:id': { objects: { id: 'user' }, outcomes: USER_ADMINS_ELSE_HIDDEN },
  'PUT /users/:id': { objects: { id: 'user' }, body: { firstName: 'Sam' }, outcomes: USER_ADMINS_ELSE_HIDDEN },
  'PUT /users/:id/enabled': { objects: { id: 'user' }, outcomes: USER_ADMINS },
  'PUT /users/:id/role/:role': { objects: { id: 'user' }, values: { role: 'Restricted' }, outcomes: USER_ADMINS },
  'DELETE /users/:id/sessions': { objects: { id: 'user' }, outcomes: USER_ADMINS },
  'DELETE /users/:id': { objects: { id: 'user' }, outcomes: USER_ADMINS },
  'PATCH /users/:userId/groupSelection/latest/:groupId': {
    objects: { userId: 'user', groupId: 'course' },
    // The course must be visible to the user, who is not a member of it.
    outcomes: {
      ...SIGNED_IN,
      Restricted: NONE,
      User: NONE,
      Instructor: NONE,
      OrganizationAdmin: NONE,
      SystemAdmin: NONE,
    },
  },

  'POST /users/validate-registration': { body: {}, outcomes: PUBLIC },
  'POST /users/registrationCode': { body: {}, outcomes: PUBLIC },
  'POST /users/paymentFreeRegistration': { body: {}, outcomes: PUBLIC },

  'POST /payments/register-and-pay': { body: {}, outcomes: PUBLIC },
  // Only Stripe can sign it.
  'POST /csp-reports': { body: { 'csp-report': {} }, outcomes: PUBLIC },
  'POST /payments/webhook': { body: {}, outcomes: PUBLIC },

  'POST /users/requestPasswordReset': { body: 'nobody@example.org', outcomes: PUBLIC },
  'POST /users/resetPassword': { body: {}, outcomes: PUBLIC },
  'GET /users/passwordResets/:username': { values: { username: 'nobody' }, outcomes: PUBLIC },
  'PUT /users/passwordResets/:username': { values: { username: 'nobody' }, body: {}, outcomes: PUBLIC },
  'POST /users/passwordResets/:username': { values: { username: 'nobody' }, body: {}, outcomes: PUBLIC },
  'POST /users/passwordResets/:id': { objects: { id: 'user' }, outcomes: USER_ADMINS },

  'GET /account': { outcomes: SIGNED_IN },
  'POST /account/pending-email': { outcomes: SIGNED_IN },
  'DELETE /account/pending-email': { outcomes: SIGNED_IN },
  'PUT /account/password': { body: {}, outcomes: SIGNED_IN },
  'POST /account/email-confirmations': { body: {}, outcomes: PUBLIC },
  'POST /account/email-restorations': { body: {}, outcomes: PUBLIC },
  'GET /account/sessions': { outcomes: SIGNED_IN },
  'DELETE /account/sessions/:id': {
    values: { id: '0198c0de-ffff-7000-8000-000000000000' },
    outcomes: { ...sameForAll(404), anonymous: 401, disabled: 401 },
  },

  'GET /users/accessCodes': { outcomes: SYSTEM_ADMIN },
  'POST /users/accessCodes': { outcomes: SYSTEM_ADMIN },
  'DELETE /users/accessCodes/:id': { objects: { id: 'accessCode' }, outcomes: SYSTEM_ADMIN_ON_OBJECTS },
  'PUT /organizations/accessCodes/:code/:organizationId': {
    objects: { organizationId: 'organization' },
    values: { code: 'AAAA-AAAA-AAAA-AAAA' },
    outcomes: only({ SystemAdmin: NONE }),
  },

  'GET /organizations': { outcomes: SYSTEM_ADMIN },
  'GET /organizations/:id': {
    objects: { id: 'organization' },
    outcomes: { ...SIGNED_IN, Restricted: OWN, User: OWN, Instructor: OWN, OrganizationAdmin: OWN, SystemAdmin: ALL },
  },
  'GET /organizations/names/:name': { values: { name: 'Nobody' }, outcomes: SYSTEM_ADMIN },
  'POST /organizations/:name': { values: { name: 'Matrix' }, outcomes: SYSTEM_ADMIN },
  'PUT /organizations/:id/status': {
    objects: { id: 'organization' },
    query: '?isPaid=true',
    outcomes: SYSTEM_ADMIN_ON_OBJECTS,
  },
  'PUT /organizations/:id/userlimit': {
    objects: { id: 'organization' },
    query: '?userLimit=1000',
    outcomes: SYSTEM_ADMIN_ON_OBJECTS,
  },
  'PUT /organizations/:id/recording': {
    objects: { id: 'organization' },
    body: { recordsClasses: true },
    outcomes: USER_ADMINS,
  },
  'DELETE /organizations/:id': { objects: { id: 'organization' }, outcomes: SYSTEM_ADMIN_ON_OBJECTS },

  'GET /audit': { objects: { user: 'user' }, query: '?targetType=user&targetId=:user', outcomes: AUDITORS },
  'GET /audit.csv': { objects: { user: 'user' }, query: '?targetType=user&targetId=:user', outcomes: AUDITORS },
  'GET /audit/security': { outcomes: SYSTEM_ADMIN },
  'GET /audit/security.csv': { outcomes: SYSTEM_ADMIN },
  'GET /audit/state': {
    objects: { user: 'user' },
    query: '?targetType=user&targetId=:user&at=2026-03-01T09:30:00Z',
    outcomes: AUDITORS,
  },

  // Last, because they end the callers' sessions.
  'DELETE /account/sessions': { outcomes: SIGNED_IN },
  'DELETE /auth/session': { body: 'no such token', outcomes: PUBLIC },
};
