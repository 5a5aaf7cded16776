import type { AuditedEvent } from './audited-events.js';

export type Fact = string | number | boolean | null;

/** What is true of a target, as far as the audit shows it. Ids stand for organizations and people. */
export type Facts = Readonly<Record<string, Fact>>;

/** Facts whose values are ids, and what of. */
export const ID_FACTS: Readonly<Record<string, 'organization' | 'user' | 'course'>> = {
  organization: 'organization',
  instructor: 'user',
  student: 'user',
  course: 'course',
};

/** What is true from this event on. Codes, card numbers and the like are no facts: an audit is read by many. */
export function factsOf(event: AuditedEvent): Facts {
  switch (event.type) {
    case 'UserRegistered': {
      const { username, email, firstName, lastName, rankTitle, nationality, role, organizationId } = event.data;
      const names = { username, email, firstName, lastName, rankTitle, nationality: nationality ?? null };
      return { ...names, role, organization: organizationId, enabled: true };
    }
    case 'UserProfileChanged': {
      const { email, firstName, lastName, rankTitle } = event.data;
      return { email, firstName, lastName, rankTitle };
    }
    case 'EmailChangeRequested':
      return { newEmail: event.data.newEmail };
    case 'UserMovedToOrganization':
      return { organization: event.data.to };
    case 'UserEnabled':
      return { enabled: true };
    case 'UserDisabled':
      return { enabled: false, disabledBy: event.data.cause };
    case 'UserRoleChanged':
      return { role: event.data.to };
    case 'PasswordResetRequested':
      return { passwordReset: event.data.by };
    case 'PasswordChanged':
      return { passwordChosenBy: event.data.how };
    case 'SignInLocked':
      return { lockedUntil: event.data.until };
    case 'DataExported':
      return { exported: event.data.what, exportedClass: event.data.sessionId };
    case 'ReplayRequested':
      return { replayed: event.data.reader };
    case 'OrganizationCreated':
      return { name: event.data.name, userLimit: event.data.userLimit, isPaid: false };
    case 'OrganizationMarkedPaid':
    case 'OrganizationMarkedUnpaid':
      return { isPaid: event.type === 'OrganizationMarkedPaid' };
    case 'OrganizationUserLimitChanged':
      return { userLimit: event.data.userLimit };
    case 'AccessCodeAssigned':
      return { organization: event.data.organizationId };
    case 'SandboxDeleted':
      return { deletedSandbox: event.data.sandboxId };
    case 'UserDeleted':
    case 'OrganizationDeleted':
    case 'AccessCodeDeleted':
    case 'CourseDeleted':
      return { deleted: true };
    case 'CourseCreated': {
      const { name, ownerId, organizationId, caption } = event.data;
      return { name, instructor: ownerId, organization: organizationId, caption };
    }
    case 'CourseInstructorChanged':
      return { instructor: event.data.to };
    case 'StudentLeft':
      return { student: null, course: null, ...(event.data.cause && { reason: 'moved to another organization' }) };
    case 'ClassScheduled':
      return { class: event.data.name, scheduledStart: event.data.scheduledStart };
    case 'ClassScheduleCancelled':
      return { scheduledStart: null };
    case 'ClassStarted':
      return { class: event.data.name, startedAt: event.data.startedAt, scheduledStart: null, endedAt: null };
    case 'ClassEndScheduled':
      return { scheduledEnd: event.data.scheduledEnd };
    case 'ClassEnded':
      return { endedAt: event.data.endedAt, scheduledEnd: null };
    case 'ClassResumed':
      return { endedAt: null };
    case 'BannerSet':
      return event.data;
    case 'PaymentStarted':
      return { payment: 'started' };
    case 'PaymentSucceeded':
      return { payment: 'paid', amount: money(event.data) };
    case 'PaymentFailed':
      return { payment: 'failed', reason: event.data.reason };
    case 'PaymentReversed':
      return { payment: 'reversed', reason: event.data.reason };
    case 'SubscriptionEnded':
      return { payment: 'ended', reason: event.data.reason };
    default:
      return {};
  }
}

/** Events that do not say themselves what was before them: their streams are read from the start. */
export const NEEDS_PAST: ReadonlySet<string> = new Set<AuditedEvent['type']>([
  'UserProfileChanged',
  'OrganizationUserLimitChanged',
  'BannerSet',
  'ClassScheduled',
  'ClassScheduleCancelled',
  'ClassStarted',
  'ClassEndScheduled',
  'ClassEnded',
  'ClassResumed',
  'PaymentSucceeded',
  'PaymentFailed',
  'PaymentReversed',
  'SubscriptionEnded',
]);

/** What an event itself says of the time before it. */
function factsBefore(event: AuditedEvent): Facts {
  switch (event.type) {
    case 'UserRoleChanged':
      return { role: event.data.from };
    case 'UserMovedToOrganization':
      return { organization: event.data.from };
    case 'CourseInstructorChanged':
      return { instructor: event.data.from };
    case 'StudentLeft':
      return { student: event.data.userId, course: event.data.courseId };
    case 'UserEnabled':
    case 'UserDisabled':
      return { enabled: event.type === 'UserDisabled', disabledBy: null };
    case 'OrganizationMarkedPaid':
    case 'OrganizationMarkedUnpaid':
      return { isPaid: event.type === 'OrganizationMarkedUnpaid' };
    case 'PasswordResetRequested':
    case 'PasswordChanged':
      return { passwordReset: null, passwordChosenBy: null };
    default:
      return {};
  }
}

/** Stripe counts in the smallest unit of a currency; not every currency has hundredths. */
function money({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** One field of a target that an event changed. */
export interface Change {
  readonly field: string;
  readonly from: Fact;
  readonly to: Fact;
}

/** What an event changed, given what was true before it as far as was read. Nothing and an empty text are the same. */
export function changesOf(past: Facts, event: AuditedEvent): Change[] {
  const before = { ...past, ...factsBefore(event) };
  return Object.entries(factsOf(event)).flatMap(([field, value]) => {
    const [from, to] = [before[field] ?? null, value].map((fact) => (fact === '' ? null : fact)) as [Fact, Fact];
    return from === to ? [] : [{ field, from, to }];
  });
}
