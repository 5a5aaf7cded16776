import type { AuditEntry, AuditTarget } from '../../../api/contracts/audit.contract.js';
import { naturalOrder } from '../../shared/names/natural-order.js';
import { preciseTime } from '../../shared/readable-time.js';

/** What happened, in plain words, by the event's name. */
const ACTIONS: Readonly<Record<string, string>> = {
  UserRegistered: 'Registered',
  UserProfileChanged: 'Changed names or e-mail',
  EmailChangeRequested: 'Asked for another e-mail address',
  EmailChangeCancelled: 'Cancelled the change of the e-mail address',
  SessionsEnded: 'Ended all sessions',
  UserMovedToOrganization: 'Moved to another organization',
  UserEnabled: 'Enabled',
  UserDisabled: 'Disabled',
  UserRoleChanged: 'Changed the role',
  PasswordResetRequested: 'Asked for a password reset',
  PasswordChanged: 'Changed the password',
  UserDeleted: 'Deleted the user',
  PersonalDataErased: 'Erased the personal data',
  SignInSucceeded: 'Signed in',
  SignInLocked: 'Locked after too many wrong passwords',
  SignedOut: 'Signed out',
  RefreshTokenReused: 'Used a session again that was over',
  DataExported: 'Downloaded data of others',
  SandboxDeleted: 'Deleted a sandbox of the user',
  ReplayRequested: 'Asked for a replay of what had failed',
  OrganizationCreated: 'Created the organization',
  OrganizationMarkedPaid: 'Marked as Paid',
  OrganizationMarkedUnpaid: 'Marked as Unpaid',
  OrganizationUserLimitChanged: 'Changed the user limit',
  OrganizationDeleted: 'Deleted the organization',
  AccessCodeGenerated: 'Generated an access code',
  AccessCodeAssigned: 'Assigned the access code',
  AccessCodeDeleted: 'Deleted the access code',
  PaymentStarted: 'Started a payment',
  PaymentSucceeded: 'Paid',
  PaymentFailed: 'Payment failed',
  PaymentReversed: 'Payment was reversed',
  SubscriptionEnded: 'Subscription ended',
  CourseCreated: 'Created the course',
  ClassScheduled: 'Scheduled a class',
  ClassScheduleCancelled: 'Cancelled the scheduled class',
  ClassStarted: 'Started a class',
  ClassEndScheduled: 'Scheduled the end of the class',
  ClassEnded: 'Ended the class',
  ClassResumed: 'Resumed the class',
  StudentLeft: 'Left the course, or was removed',
  CataloguePublished: 'Published the catalogue',
  PlatformInitialised: 'Set up the platform',
  LeaderboardsCleared: 'Cleared all leaderboards',
  LeaderboardFrozen: 'Froze the leaderboard of the class',
  LeaderboardRevealed: 'Revealed the leaderboard of the class',
  LeaderboardNamingChanged: 'Changed the names on the leaderboards',
  AnswersReleased: 'Released the answers of the class',
  AnswersWithheld: 'Withheld the answers of the class',
  BannerSet: 'Set the banner message',
};

const TARGETS: Readonly<Record<AuditTarget, string>> = {
  user: 'User',
  organization: 'Organization',
  course: 'Course',
  'access-code': 'Access code',
  platform: 'Platform',
};

const FIELDS: Readonly<Record<string, string>> = {
  role: 'Role',
  enabled: 'Status',
  organizationId: 'Organization',
  organization: 'Organization',
  isPaid: 'Payment',
  userLimit: 'User limit',
  name: 'Name',
  email: 'E-mail',
  newEmail: 'New e-mail',
  firstName: 'First name',
  lastName: 'Last name',
  rankTitle: 'Rank/Title',
};

const SWITCHES: Readonly<Record<string, readonly [on: string, off: string]>> = {
  enabled: ['Enabled', 'Disabled'],
  isPaid: ['Paid', 'Unpaid'],
};

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** `SomethingElse` as 'Something else'. */
const spelledOut = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const actionWords = (action: string): string => ACTIONS[action] ?? spelledOut(action);
export const fieldWords = (field: string): string => FIELDS[field] ?? spelledOut(field);
export const targetTypeWords = (type: AuditTarget): string => TARGETS[type];

/** Everything one can filter by, in the order of the words. */
export const KNOWN_ACTIONS: readonly { value: string; text: string }[] = Object.entries(ACTIONS)
  .map(([value, text]) => ({ value, text }))
  .toSorted((a, b) => naturalOrder(a.text, b.text));

export function valueWords(field: string, value: AuditEntry['changes'][number]['to']): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'string' && MOMENT.test(value)) return preciseTime(value);
  if (typeof value !== 'boolean') return String(value);
  const [on, off] = SWITCHES[field] ?? ['yes', 'no'];
  return value ? on : off;
}

const ERASED = 'An erased person';

/** Who did it; a person whose name was erased is still somebody. */
export const actorWords = (actor: AuditEntry['actor']): string =>
  actor === null ? 'The platform' : (actor.username ?? ERASED);

/** Access codes are secrets and have no name here: the end of their id tells them apart. */
export function targetWords({ type, id, name }: AuditEntry['target']): string {
  if (name !== null) return name;
  if (type === 'user') return ERASED;
  return type === 'platform' ? TARGETS.platform : `${TARGETS[type]} ${id.slice(-6)}`;
}

/** The role somebody had when they did it; null of who was not signed in, as whoever just signs in. */
export const roleOf = (actor: AuditEntry['actor']): string | null =>
  !actor || actor.role === 'anonymous' ? null : actor.role;
