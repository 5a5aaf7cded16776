import type { Role } from '../../contracts/sign-in.contract.js';

/** The caller of a request: a role in one organization, a disabled user of that organization, or no signed-in user. */
export type Caller = Role | 'anonymous' | 'disabled';

/** Allowed (a rule may still reject the request), or rejected with this status. */
export type Outcome = 'ok' | 401 | 403 | 404;

/** For an object of the caller's organization, of another one, and one that does not exist. */
export type Outcomes = readonly [own: Outcome, foreign: Outcome, unknown: Outcome];

/** Results of each caller's request: one outcome for all objects, or one for each kind of object. */
type OutcomesByCaller = Readonly<Record<Caller, Outcome | Outcomes>>;

/** The object that a path parameter names. Created anew for every call that may change it. */
export type ObjectKind = 'user' | 'organization' | 'course' | 'session' | 'accessCode' | 'sandbox';

/** Preconditions of the requests of one route, and their results. */
export interface RoutePolicy {
  /** Parameters of path and query that name an object: of the caller's organization, of another one, or a missing one. */
  readonly objects?: Readonly<Record<string, ObjectKind>>;
  /** Other path parameters. */
  readonly values?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  /** One outcome for all objects. */
  readonly outcomes: OutcomesByCaller;
}

export const sameForAll = (outcome: Outcome): OutcomesByCaller => ({
  anonymous: outcome,
  disabled: outcome,
  Restricted: outcome,
  User: outcome,
  Instructor: outcome,
  OrganizationAdmin: outcome,
  SystemAdmin: outcome,
});

export const PUBLIC = sameForAll('ok');
export const SIGNED_IN: OutcomesByCaller = { ...sameForAll('ok'), anonymous: 401, disabled: 401 };

/** 403 for a role that lacks the action, for all objects. */
export const only = (allowed: Partial<OutcomesByCaller>): OutcomesByCaller => ({
  ...sameForAll(403),
  anonymous: 401,
  disabled: 401,
  ...allowed,
});

export const OWN: Outcomes = ['ok', 404, 404];
export const ALL: Outcomes = ['ok', 'ok', 404];
export const NONE: Outcomes = [404, 404, 404];

/** Staff of a course: its instructor, admins of its organization, system admins. */
export const COURSE_STAFF = only({ Instructor: OWN, OrganizationAdmin: OWN, SystemAdmin: ALL });
export const COURSE_ADMINS = only({ OrganizationAdmin: OWN, SystemAdmin: ALL });
/** Members of a course besides its staff. The players here are members of their organization's course. */
export const COURSE_PEOPLE: OutcomesByCaller = { ...COURSE_STAFF, Restricted: OWN, User: OWN };

export const STAFF = only({ Instructor: 'ok', OrganizationAdmin: 'ok', SystemAdmin: 'ok' });
export const ADMINS = only({ OrganizationAdmin: 'ok', SystemAdmin: 'ok' });
export const SYSTEM_ADMIN = only({ SystemAdmin: 'ok' });
export const SYSTEM_ADMIN_ON_OBJECTS = only({ SystemAdmin: ALL });

export const USER_ADMINS = only({ OrganizationAdmin: OWN, SystemAdmin: ALL });
/** When users may only call for themselves, other accounts appear not to exist. */
export const USER_ADMINS_ELSE_HIDDEN: OutcomesByCaller = {
  ...USER_ADMINS,
  Restricted: NONE,
  User: NONE,
  Instructor: NONE,
};
/** An unknown user has an empty history. */
export const AUDITORS = only({ OrganizationAdmin: OWN, SystemAdmin: 'ok' });

/** A sandbox here belongs to the User. It is hidden from others of the organization, and read-only for staff. */
export const SANDBOX_READERS: OutcomesByCaller = { ...COURSE_STAFF, User: OWN, Restricted: NONE };
const READ_ONLY: Outcomes = [403, 404, 404];
export const SANDBOX_OWNER: OutcomesByCaller = {
  ...SANDBOX_READERS,
  Instructor: READ_ONLY,
  OrganizationAdmin: READ_ONLY,
  SystemAdmin: [403, 403, 404],
};
