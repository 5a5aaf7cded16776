import type { Role } from '../../contracts/sign-in.contract.js';
import { DomainError, notFound } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import {
  decideEmail,
  type EmailCommand,
  type EmailRequest,
  type EmailState,
  evolveChanged,
  evolveRequested,
  NO_EMAIL_CHANGE,
  requestEmail,
} from './user-email.rule.js';
import {
  type PasswordChanged,
  type PasswordResetRequested,
  type UserEvent,
  type UserRegistered,
  userEvents,
} from './user.events.js';

/** The fields of an account that its owner can change. */
export interface Profile {
  readonly email: string;
  readonly emailHmac: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly rankTitle: string;
}

export interface KnownUser {
  readonly status: 'enabled' | 'disabled' | 'deleted';
  readonly userId: string;
  readonly username: string;
  readonly usernameHmac: string;
  /** Hash of the e-mail address at registration, which later changes keep. */
  readonly registeredEmailHmac: string;
  readonly profile: Profile;
  readonly role: Role;
  readonly organizationId: string | null;
  /** Cause of disabling; null while the user is enabled. */
  readonly disabledBy: string | null;
  readonly email: EmailState;
  readonly erased: boolean;
}

export type UserState = { readonly status: 'missing' } | KnownUser;

/** Organization and role of the user for which a change was authorized. Missing in changes by the platform and its operators. */
export interface Authorized {
  readonly authorizedFor?: Pick<KnownUser, 'organizationId' | 'role'> | undefined;
}

/**
 * Changes the profile and the organization. A move names the status by which the caller took a seat or none. `newEmail` only requests the
 * address; an `email` in the profile takes effect immediately, as the change `emailChangeId`.
 */
interface UpdateCommand extends Authorized {
  readonly type: 'Update';
  readonly profile: Partial<Profile>;
  readonly organizationId?: string | null | undefined;
  readonly movedAs?: KnownUser['status'] | undefined;
  readonly newEmail?: EmailRequest | undefined;
  readonly emailChangeId?: string | undefined;
}

/**
 * Commands of an account. `expiresAt` is in ISO 8601. A registration with `disabledBy` creates a disabled account. An update keeps missing
 * fields; `organizationId` moves the person. `DisableWithClass` and `EnableWithClass` name the class that ended and the organization of its
 * course. `seatIn` is the organization in which a seat was taken.
 */
export type UserCommand =
  | { type: 'Register'; registration: UserRegistered['data']; disabledBy?: string | undefined }
  | UpdateCommand
  | EmailCommand
  | ({ type: 'EndSessions'; by: 'self' | 'admin' } & Authorized)
  | ({ type: 'Enable'; seatIn: string | null } & Authorized)
  | ({ type: 'Disable'; cause: string } & Authorized)
  | { type: 'DisableWithClass'; sessionId: string; organizationId: string | null }
  | { type: 'EnableWithClass'; sessionId: string; organizationId: string | null; seatIn: string | null }
  | ({ type: 'ChangeRole'; role: Role } & Authorized)
  | ({ type: 'RequestReset'; by: PasswordResetRequested['data']['by']; expiresAt: string } & Authorized)
  | { type: 'ChangePassword'; how: PasswordChanged['data']['how'] }
  | ({ type: 'Delete' } & Authorized)
  | { type: 'Erase' };

/** Stream of a person's account. Policies decide who is allowed to change it. Commands without effect append no event. */
export const userStream = defineStream({
  prefix: 'user',
  events: userEvents,
  initialState: { status: 'missing' } as UserState,

  decide(command: UserCommand, user): UserEvent[] {
    if (command.type === 'Register') return register(command, user);
    if (user.status === 'missing') throw notFound('The user');
    const events = changeKnown(command, user);
    if (events.length > 0 && 'authorizedFor' in command) assertAuthorized(command, user);
    return events;
  },

  evolve(user, event): UserState {
    if (event.type === 'UserRegistered') return registered(event.data);
    if (user.status === 'missing') return user;
    switch (event.type) {
      case 'UserProfileChanged':
        return { ...user, profile: profileOf(event.data), email: evolveChanged(user.email, user.profile, event) };
      case 'EmailChangeRequested':
        return { ...user, email: evolveRequested(user.email, event) };
      case 'EmailChangeCancelled':
        return { ...user, email: { ...user.email, pending: null } };
      case 'SessionsEnded':
      case 'PasswordResetRequested':
        return user;
      case 'UserMovedToOrganization':
        return { ...user, organizationId: event.data.to };
      case 'UserEnabled':
        return { ...user, status: 'enabled', disabledBy: null };
      case 'UserDisabled':
        return { ...user, status: 'disabled', disabledBy: event.data.cause };
      case 'UserRoleChanged':
        return { ...user, role: event.data.to };
      case 'PasswordChanged':
        // A pending change may come from an intruder who knew the old password.
        return { ...user, email: { ...user.email, pending: null } };
      case 'UserDeleted':
        return { ...user, status: 'deleted' };
      case 'PersonalDataErased':
        return { ...user, erased: true };
      default:
        event satisfies never;
        return user;
    }
  },
});

/** Rejects a change when another request has changed the organization or the role since the right was checked, because it depends on them. */
function assertAuthorized({ authorizedFor }: Authorized, { organizationId, role }: KnownUser): void {
  if (!authorizedFor) return;
  if (authorizedFor.organizationId !== organizationId || authorizedFor.role !== role) throw changedMeanwhile();
}

function changeKnown(command: Exclude<UserCommand, { type: 'Register' }>, user: KnownUser): UserEvent[] {
  const { userId } = user;
  if (command.type === 'Erase') return user.erased ? [] : [{ type: 'PersonalDataErased', data: { userId } }];
  if (command.type === 'Delete') return user.status === 'deleted' ? [] : [{ type: 'UserDeleted', data: { userId } }];
  if (user.status === 'deleted') throw notFound('The user');
  return change(command, user);
}

type Change = Exclude<UserCommand, { type: 'Register' | 'Delete' | 'Erase' }>;

function change(command: Change, user: KnownUser): UserEvent[] {
  const { userId } = user;
  switch (command.type) {
    case 'Update':
      return update(command, user);
    case 'Enable':
      return user.status === 'enabled' ? [] : enable(command, user);
    case 'Disable':
      // Only an administrator disables a system admin: an automatic consequence must not lock out the platform
      // (docs/rules.md#managing-users).
      if (command.cause !== 'admin' && user.role === 'SystemAdmin') return [];
      return isDisabledForGood(user) ? [] : [{ type: 'UserDisabled', data: { userId, cause: command.cause } }];
    case 'DisableWithClass':
      return disableWithClass(command, user);
    case 'EnableWithClass':
      return enableWithClass(command, user);
    case 'ChangeRole':
      if (command.role === user.role) return [];
      return [{ type: 'UserRoleChanged', data: { userId, from: user.role, to: command.role } }];
    case 'RequestReset':
      return [{ type: 'PasswordResetRequested', data: { userId, by: command.by, expiresAt: command.expiresAt } }];
    case 'ResendEmailChange':
    case 'CancelEmailChange':
    case 'ConfirmEmail':
    case 'RestoreEmail':
    case 'WithdrawEmail':
      return decideEmail(command, user);
    case 'EndSessions':
      return [{ type: 'SessionsEnded', data: { userId, by: command.by } }];
    case 'ChangePassword':
      return [{ type: 'PasswordChanged', data: { userId, how: command.how } }];
  }
}

/** Returns whether the user is disabled for another cause than a class, so that resuming a class does not enable them. */
const isDisabledForGood = ({ disabledBy }: KnownUser): boolean =>
  disabledBy === 'admin' || disabledBy === 'subscription';

function enable({ seatIn }: { readonly seatIn: string | null }, user: KnownUser): UserEvent[] {
  if (user.organizationId !== seatIn) throw changedMeanwhile();
  return [{ type: 'UserEnabled', data: { userId: user.userId } }];
}

/** Returns the refusal of a change that was prepared for an earlier organization or status of the user. */
const changedMeanwhile = (): DomainError =>
  new DomainError('VERSION_CONFLICT', 'Another user changed this at the same time. Try again.', 409);

/**
 * Disables players of the course's own organization only. Its admins could not enable other participants again, such as paying subscribers.
 */
function disableWithClass(
  { sessionId, organizationId }: Extract<Change, { type: 'DisableWithClass' }>,
  user: KnownUser,
): UserEvent[] {
  const plays = user.role === 'User' || user.role === 'Restricted';
  const isOwn = organizationId !== null && user.organizationId === organizationId;
  if (!plays || !isOwn || user.status !== 'enabled') return [];
  return [{ type: 'UserDisabled', data: { userId: user.userId, cause: sessionId } }];
}

/**
 * Enables a player who was disabled by the end of this class. Refused when the account was disabled for another reason since, or belongs to
 * another organization. Accounts without an organization are enabled too, because earlier versions disabled them.
 */
function enableWithClass(command: Extract<Change, { type: 'EnableWithClass' }>, user: KnownUser): UserEvent[] {
  const { sessionId, organizationId } = command;
  if (user.status === 'enabled') return [];
  const isForeign = user.organizationId !== null && user.organizationId !== organizationId;
  if (user.disabledBy !== sessionId || isForeign) {
    throw new DomainError('FORBIDDEN', 'This class cannot enable the account. Ask an administrator to enable it.', 403);
  }
  return enable(command, user);
}

function update(command: UpdateCommand, user: KnownUser): UserEvent[] {
  const { userId, organizationId: from } = user;
  const profile = { ...user.profile, ...command.profile };
  const to = command.organizationId === undefined ? from : command.organizationId;
  if (to !== from && command.movedAs !== undefined && command.movedAs !== user.status) throw changedMeanwhile();
  const events: UserEvent[] = [];
  if (!isSameProfile(profile, user.profile)) {
    const id = profile.email === user.profile.email ? undefined : command.emailChangeId;
    const emailChange = id && { emailChange: { id, by: 'admin' as const } };
    events.push({ type: 'UserProfileChanged', data: { userId, ...profile, ...emailChange } });
  }
  if (command.newEmail) events.push(requestEmail(command.newEmail, user));
  if (to !== from) events.push({ type: 'UserMovedToOrganization', data: { userId, from, to } });
  return events;
}

function register(
  { registration, disabledBy: cause }: Extract<UserCommand, { type: 'Register' }>,
  user: UserState,
): UserEvent[] {
  if (user.status === 'missing') {
    const registered = { type: 'UserRegistered', data: registration } as const;
    if (cause === undefined) return [registered];
    return [registered, { type: 'UserDisabled', data: { userId: registration.userId, cause } }];
  }
  if (isRegisteredAs(registration, user)) return [];
  throw keyReused();
}

/** Returns whether an account was registered with this user name and e-mail address. */
export const isRegisteredAs = (
  { usernameHmac, emailHmac }: Pick<UserRegistered['data'], 'usernameHmac' | 'emailHmac'>,
  user: UserState,
): boolean => user.status !== 'missing' && usernameHmac === user.usernameHmac && emailHmac === user.registeredEmailHmac;

/** Returns the refusal of a registration whose idempotency key belongs to the registration of another person. */
export const keyReused = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another user.', 422);

function registered(data: UserRegistered['data']): KnownUser {
  const { userId, username, usernameHmac, emailHmac, role, organizationId } = data;
  return {
    status: 'enabled',
    userId,
    username,
    usernameHmac,
    registeredEmailHmac: emailHmac,
    profile: profileOf(data),
    role,
    organizationId,
    disabledBy: null,
    email: NO_EMAIL_CHANGE,
    erased: false,
  };
}

const profileOf = ({ email, emailHmac, firstName, lastName, rankTitle }: Profile): Profile => ({
  email,
  emailHmac,
  firstName,
  lastName,
  rankTitle,
});

const isSameProfile = (a: Profile, b: Profile): boolean =>
  a.email === b.email && a.firstName === b.firstName && a.lastName === b.lastName && a.rankTitle === b.rankTitle;
