import { given } from '../../platform/eventsourcing/testing/given.js';
import { userStream } from './user.stream.js';
import type { EmailChangeRequested, UserEvent, UserRegistered } from './user.events.js';

const user = given(userStream);
const userId = '0198c0de-0000-7000-8000-0000000000a1';
const [first, second] = ['0198c0de-0000-7000-8000-0000000000b1', '0198c0de-0000-7000-8000-0000000000b2'];
const registration: UserRegistered['data'] = {
  userId,
  username: 'ada',
  email: 'a@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  rankTitle: '',
  role: 'User',
  organizationId: null,
  usernameHmac: 'a1',
  emailHmac: 'aa',
};
const registered: UserEvent = { type: 'UserRegistered', data: registration };
const names = { firstName: 'Ada', lastName: 'Lovelace', rankTitle: '' };
const now = '2026-03-01T09:00:00.000Z';
const IN_A_DAY = '2026-03-02T09:00:00.000Z';
const IN_A_WEEK = '2026-03-08T09:00:00.000Z';

const requested = (requestId = first, name = 'b', expiresAt = IN_A_DAY): EmailChangeRequested => ({
  type: 'EmailChangeRequested',
  data: { userId, requestId, newEmail: `${name}@example.org`, newEmailHmac: name.repeat(2), expiresAt },
});
type Change = NonNullable<Extract<UserEvent, { type: 'UserProfileChanged' }>['data']['emailChange']>;
const changed = (name: string, emailChange: Change): UserEvent => ({
  type: 'UserProfileChanged',
  data: { userId, ...names, email: `${name}@example.org`, emailHmac: name.repeat(2), emailChange },
});
const confirmed = (id = first, name = 'b') => changed(name, { id, by: 'confirmation', restorableUntil: IN_A_WEEK });
const resets = (resetBy: string): UserEvent[] => [
  { type: 'PasswordResetRequested', data: { userId, by: 'undo', expiresAt: resetBy } },
  { type: 'PasswordResetRequested', data: { userId, by: 'link', expiresAt: '2026-03-01T10:00:00.000Z' } },
];
const ask = (requestId = first, at = now) =>
  ({
    type: 'Update',
    profile: {},
    newEmail: { requestId, email: 'b@example.org', emailHmac: 'bb', now: at },
  }) as const;
const confirm = (requestId = first, at = now) => ({ type: 'ConfirmEmail', requestId, now: at }) as const;
const restore = (changeId = first, at = now) =>
  ({ type: 'RestoreEmail', changeId, now: at, resetBy: '2126-03-01T09:00:00.000Z' }) as const;

it('keeps the address until the new one is confirmed', () => {
  user(registered).when(ask()).thenRecords(requested());
  user(registered, requested()).when(confirm()).thenRecords(confirmed());
  user(registered, requested(), confirmed()).when(confirm()).thenNothing();
});

it('confirms only the latest request, within 24 hours', () => {
  user(registered).when(confirm()).thenRejected('INVALID_LINK');
  user(registered, requested()).when(confirm(first, IN_A_DAY)).thenRejected('INVALID_LINK');
  user(registered, requested(), requested(second, 'c')).when(confirm()).thenRejected('INVALID_LINK');
  user(registered, requested(), requested(second, 'c')).when(confirm(second)).thenRecords(confirmed(second, 'c'));
});

it('sends the confirmation again with a new link, while the request is open', () => {
  const resend = (at = now) => ({ type: 'ResendEmailChange', requestId: second, now: at }) as const;
  user(registered, requested()).when(resend()).thenRecords(requested(second));
  user(registered).when(resend()).thenRejected('NO_PENDING_EMAIL');
  user(registered, requested()).when(resend(IN_A_DAY)).thenRejected('NO_PENDING_EMAIL');
});

it('drops a request that is cancelled or older than a change of the password', () => {
  const cancelled: UserEvent = { type: 'EmailChangeCancelled', data: { userId, requestId: first } };
  user(registered, requested()).when({ type: 'CancelEmailChange' }).thenRecords(cancelled);
  user(registered, requested(), cancelled).when({ type: 'CancelEmailChange' }).thenNothing();
  user(registered, requested(), cancelled).when(confirm()).thenRejected('INVALID_LINK');
  const newPassword: UserEvent = { type: 'PasswordChanged', data: { userId, how: 'link' } };
  user(registered, requested(), newPassword).when(confirm()).thenRejected('INVALID_LINK');
});

it('sends at most five confirmations an hour', () => {
  const five = Array.from({ length: 5 }, () => requested());
  user(registered, ...five)
    .when(ask(second))
    .thenRejected('TOO_MANY_REQUESTS');
  user(registered, ...five)
    .when({ type: 'ResendEmailChange', requestId: second, now })
    .thenRejected('TOO_MANY_REQUESTS');
  const later = '2026-03-01T10:00:00.000Z';
  user(registered, ...five)
    .when(ask(second, later))
    .thenRecords(requested(second, 'b', '2026-03-02T10:00:00.000Z'));
});

it('restores the previous address for seven days, and requires a new password', () => {
  const { resetBy } = restore();
  const past = [registered, requested(), confirmed()];
  user(...past)
    .when(restore())
    .thenRecords(changed('a', { id: first, by: 'undo' }), ...resets(resetBy));
  user(...past)
    .when(restore(first, IN_A_WEEK))
    .thenRejected('INVALID_LINK');
  user(...past)
    .when(restore(second))
    .thenRejected('INVALID_LINK');
});

it('undoes all later changes together with an undone change', () => {
  const twice = [registered, requested(), confirmed(), requested(second, 'c'), confirmed(second, 'c')];
  const undone = changed('a', { id: first, by: 'undo' });
  user(...twice)
    .when(restore(first))
    .thenRecords(undone, ...resets(restore().resetBy));
  for (const id of [first, second]) {
    user(...twice, undone)
      .when(restore(id))
      .thenRejected('INVALID_LINK');
  }
  const halfway = changed('b', { id: second, by: 'undo' });
  user(...twice, halfway)
    .when(restore(first))
    .thenRecords(undone, ...resets(restore().resetBy));
});

it('cancels a pending request when an address is restored', () => {
  const past = [registered, requested(), confirmed(), requested(second, 'c')];
  const undone = changed('a', { id: first, by: 'undo' });
  user(...past, undone)
    .when(confirm(second))
    .thenRejected('INVALID_LINK');
});

it('makes a change by an administrator final', () => {
  const profile = { email: 'd@example.org', emailHmac: 'dd' };
  const byAdmin = changed('d', { id: second, by: 'admin' });
  user(registered, requested(), confirmed())
    .when({ type: 'Update', profile, emailChangeId: second })
    .thenRecords(byAdmin);
  user(registered, requested(), byAdmin).when(confirm()).thenRejected('INVALID_LINK');
  user(registered, requested(), confirmed(), byAdmin).when(restore()).thenRejected('INVALID_LINK');
});

it('reads changes that were stored without a cause', () => {
  const stored: UserEvent = {
    type: 'UserProfileChanged',
    data: { userId, ...names, email: 'b@example.org', emailHmac: 'bb' },
  };
  user(registered, stored).when(restore()).thenRejected('INVALID_LINK');
  user(registered, requested(), stored).when(confirm()).thenRecords(confirmed());
});

it('withdraws a change whose address another account has taken, so that nothing is left to restore', () => {
  const previous = { email: 'a@example.org', emailHmac: 'aa' };
  const withdraw = { type: 'WithdrawEmail', changeId: first, previous } as const;
  const undone = changed('a', { id: first, by: 'undo' });
  user(registered, requested(), confirmed()).when(withdraw).thenRecords(undone);
  user(registered, requested(), confirmed(), undone).when(withdraw).thenNothing();
  user(registered, requested(), confirmed(), undone).when(restore()).thenRejected('INVALID_LINK');
});
