import { DomainError } from '../../platform/domain-error.js';
import type { KnownUser, Profile } from './user.stream.js';
import type { EmailChangeRequested, UserEvent, UserProfileChanged } from './user.events.js';

const HOUR_MS = 60 * 60_000;
/** Limits confirmation mails for each user, because the owner of the new address has not agreed to receive any. */
const REQUESTS_AN_HOUR = 5;

/** Validity of a mailed confirmation. */
const CONFIRM_WITHIN_MS = 24 * HOUR_MS;
/** Time in which the previous address can undo a confirmed change. */
export const RESTORE_WITHIN_MS = 7 * 24 * HOUR_MS;

/** A new address that waits for its confirmation. `expiresAt` in ISO 8601. */
export interface PendingEmail {
  readonly requestId: string;
  readonly email: string;
  readonly emailHmac: string;
  readonly expiresAt: string;
}

/** A previous address that can undo the change `changeId` until `until` (ISO 8601). */
export interface RestorableEmail {
  readonly changeId: string;
  readonly email: string;
  readonly emailHmac: string;
  readonly until: string;
}

/** The part of an account's state that concerns changes of its e-mail address. */
export interface EmailState {
  readonly pending: PendingEmail | null;
  /** When the latest requests expire, oldest first; at most {@link REQUESTS_AN_HOUR}. */
  readonly requests: readonly string[];
  /** Previous addresses, oldest first. */
  readonly restorable: readonly RestorableEmail[];
}

/** The state of an account that has never changed its e-mail address. */
export const NO_EMAIL_CHANGE: EmailState = { pending: null, requests: [], restorable: [] };

/** Commands about the e-mail address; `now` in ISO 8601. `WithdrawEmail` undoes a change whose address another account has taken. */
export type EmailCommand =
  | { type: 'ResendEmailChange'; requestId: string; now: string }
  | { type: 'CancelEmailChange' }
  | { type: 'ConfirmEmail'; requestId: string; now: string }
  | { type: 'RestoreEmail'; changeId: string; now: string; resetBy: string }
  | { type: 'WithdrawEmail'; changeId: string; previous: Pick<Profile, 'email' | 'emailHmac'> };

/** The address that a person requests; it takes effect when it is confirmed. `now` in ISO 8601. */
export interface EmailRequest extends Omit<PendingEmail, 'expiresAt'> {
  readonly now: string;
}

/** Decides the commands about the e-mail address of an account that is not deleted. */
export function decideEmail(command: EmailCommand, user: KnownUser): UserEvent[] {
  const { userId, profile } = user;
  const { pending, restorable } = user.email;
  switch (command.type) {
    case 'ResendEmailChange': {
      if (!pending || hasPassed(pending.expiresAt, command.now)) throw noPendingChange();
      return [requestEmail({ ...pending, ...command }, user)];
    }
    case 'CancelEmailChange':
      return pending ? [{ type: 'EmailChangeCancelled', data: { userId, requestId: pending.requestId } }] : [];
    case 'ConfirmEmail': {
      const { requestId: id, now } = command;
      // A second click on the link finds that the change has been made.
      if (restorable.some(({ changeId }) => changeId === id)) return [];
      if (pending?.requestId !== id || hasPassed(pending.expiresAt, now)) throw invalidLink();
      const restorableUntil = later(now, RESTORE_WITHIN_MS);
      return [changed(user, pending, { id, by: 'confirmation', restorableUntil })];
    }
    case 'RestoreEmail': {
      const { changeId: id, now } = command;
      const found = restorable.find(({ changeId }) => changeId === id);
      if (!found || hasPassed(found.until, now)) throw invalidLink();
      const linkExpiresAt = later(now, HOUR_MS);
      return [
        changed({ userId, profile }, found, { id, by: 'undo' }),
        { type: 'PasswordResetRequested', data: { userId, by: 'undo', expiresAt: command.resetBy } },
        { type: 'PasswordResetRequested', data: { userId, by: 'link', expiresAt: linkExpiresAt } },
      ];
    }
    case 'WithdrawEmail': {
      const { changeId: id, previous } = command;
      return profile.emailHmac === previous.emailHmac ? [] : [changed(user, previous, { id, by: 'undo' })];
    }
  }
}

/** Returns the event of a request. @throws DomainError TOO_MANY_REQUESTS beyond five requests an hour */
export function requestEmail({ now, ...request }: EmailRequest, { userId, email }: KnownUser): EmailChangeRequested {
  const sinceAnHour = later(now, CONFIRM_WITHIN_MS - HOUR_MS);
  const recent = email.requests.filter((expiresAt) => !hasPassed(expiresAt, sinceAnHour));
  if (recent.length >= REQUESTS_AN_HOUR) {
    const message = 'You have asked for too many changes of your e-mail address. Try again in an hour.';
    throw new DomainError('TOO_MANY_REQUESTS', message, 429, undefined, HOUR_MS / 1_000);
  }
  const { requestId, email: newEmail, emailHmac: newEmailHmac } = request;
  const data = { userId, requestId, newEmail, newEmailHmac, expiresAt: later(now, CONFIRM_WITHIN_MS) };
  return { type: 'EmailChangeRequested', data };
}

/** Returns the state after a request. */
export function evolveRequested(state: EmailState, { data }: EmailChangeRequested): EmailState {
  const { requestId, newEmail: email, newEmailHmac: emailHmac, expiresAt } = data;
  const requests = [...state.requests, expiresAt].slice(-REQUESTS_AN_HOUR);
  return { ...state, pending: { requestId, email, emailHmac, expiresAt }, requests };
}

/** Returns the state after a change of the profile; `before` is the profile that it replaced. */
export function evolveChanged(state: EmailState, before: Profile, { data }: UserProfileChanged): EmailState {
  const change = data.emailChange;
  switch (change?.by) {
    case undefined:
      return state;
    case 'confirmation': {
      const { email, emailHmac } = before;
      const previous = { changeId: change.id, email, emailHmac, until: change.restorableUntil! };
      return { ...state, pending: null, restorable: [...state.restorable, previous] };
    }
    case 'admin':
      return { ...state, pending: null, restorable: [] };
    case 'undo': {
      // Later changes of the address were made by the same intruder, so they cannot be restored.
      const index = state.restorable.findIndex(({ changeId }) => changeId === change.id);
      return { ...state, pending: null, restorable: state.restorable.slice(0, Math.max(0, index)) };
    }
  }
}

function changed(
  { userId, profile }: Pick<KnownUser, 'userId' | 'profile'>,
  { email, emailHmac }: Pick<Profile, 'email' | 'emailHmac'>,
  emailChange: NonNullable<UserProfileChanged['data']['emailChange']>,
): UserProfileChanged {
  return { type: 'UserProfileChanged', data: { userId, ...profile, email, emailHmac, emailChange } };
}

const hasPassed = (moment: string, now: string): boolean => Date.parse(moment) <= Date.parse(now);
const later = (now: string, milliseconds: number): string => new Date(Date.parse(now) + milliseconds).toISOString();

const noPendingChange = (): DomainError =>
  new DomainError('NO_PENDING_EMAIL', 'No change of your e-mail address is waiting for confirmation.');

/** The error for every link that cannot be used; it does not reveal why. */
export const invalidLink = (): DomainError =>
  new DomainError('INVALID_LINK', 'This link is invalid or has expired.', 400);
