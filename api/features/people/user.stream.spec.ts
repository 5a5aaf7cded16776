import { given } from '../../platform/eventsourcing/testing/given.js';
import { type UserCommand, userStream } from './user.stream.js';
import type { UserEvent, UserRegistered } from './user.events.js';

const user = given(userStream);
const userId = '0198c0de-0000-7000-8000-0000000000a1';
const registration: UserRegistered['data'] = {
  userId,
  username: 'ada',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  rankTitle: '',
  role: 'User',
  organizationId: null,
  usernameHmac: 'a1',
  emailHmac: 'b2',
};
const registered: UserEvent = { type: 'UserRegistered', data: registration };
const disabled: UserEvent = { type: 'UserDisabled', data: { userId, cause: 'admin' } };

it('registers once', () => {
  user().when({ type: 'Register', registration }).thenRecords(registered);
  user(registered).when({ type: 'Register', registration }).thenNothing();
  const other = { ...registration, usernameHmac: 'c3' };
  user(registered).when({ type: 'Register', registration: other }).thenRejected('IDEMPOTENCY_KEY_REUSED');
  const elsewhere = { ...registration, email: 'eve@example.org', emailHmac: 'd4' };
  user(registered).when({ type: 'Register', registration: elsewhere }).thenRejected('IDEMPOTENCY_KEY_REUSED');
});

it('registers a user as disabled', () => {
  user().when({ type: 'Register', registration, disabledBy: 'admin' }).thenRecords(registered, disabled);
  user(registered, disabled).when({ type: 'Register', registration, disabledBy: 'admin' }).thenNothing();
});

it('recognizes a repeated registration after the e-mail address has changed', () => {
  const { firstName, lastName, rankTitle } = registration;
  const profile = { email: 'new@example.org', emailHmac: 'd4', firstName, lastName, rankTitle };
  const moved: UserEvent = { type: 'UserProfileChanged', data: { userId, ...profile } };
  user(registered, moved).when({ type: 'Register', registration }).thenNothing();
  user(registered, moved)
    .when({ type: 'Register', registration: { ...registration, email: profile.email, emailHmac: 'd4' } })
    .thenRejected('IDEMPOTENCY_KEY_REUSED');
});

it('is disabled with a cause and enabled again', () => {
  user(registered).when({ type: 'Disable', cause: 'admin' }).thenRecords(disabled);
  user(registered, disabled).when({ type: 'Disable', cause: 'subscription' }).thenNothing();
  user(registered, disabled)
    .when({ type: 'Enable', seatIn: null })
    .thenRecords({ type: 'UserEnabled', data: { userId } });
  user(registered).when({ type: 'Enable', seatIn: null }).thenNothing();
});

it('rejects enabling with a seat in another organization, and a move decided on another status', () => {
  const to = '0198c0de-0000-7000-8000-0000000000b1';
  const moved: UserEvent = { type: 'UserMovedToOrganization', data: { userId, from: null, to } };
  const move = { type: 'Update', profile: {}, organizationId: to } as const;
  user(registered, disabled, moved).when({ type: 'Enable', seatIn: null }).thenRejected('VERSION_CONFLICT');
  user(registered)
    .when({ ...move, movedAs: 'disabled' })
    .thenRejected('VERSION_CONFLICT');
  user(registered, disabled)
    .when({ ...move, movedAs: 'enabled' })
    .thenRejected('VERSION_CONFLICT');
  user(registered, disabled)
    .when({ ...move, movedAs: 'disabled' })
    .thenRecords(moved);
  user(registered, moved)
    .when({ ...move, movedAs: 'disabled' })
    .thenNothing();
});

describe('a change that was authorized for an organization and a role', () => {
  const to = '0198c0de-0000-7000-8000-0000000000b1';
  const moved: UserEvent = { type: 'UserMovedToOrganization', data: { userId, from: null, to } };
  const promoted: UserEvent = { type: 'UserRoleChanged', data: { userId, from: 'User', to: 'SystemAdmin' } };
  const toInstructor: UserEvent = { type: 'UserRoleChanged', data: { userId, from: 'User', to: 'Instructor' } };
  const deleted: UserEvent = { type: 'UserDeleted', data: { userId } };
  const enabled: UserEvent = { type: 'UserEnabled', data: { userId } };
  const renamed: UserEvent = {
    type: 'UserProfileChanged',
    data: { userId, email: 'ada@example.org', emailHmac: 'b2', firstName: 'Eve', lastName: 'Lovelace', rankTitle: '' },
  };

  const expiresAt = '2026-03-02T09:30:00.000Z';
  const resetRequested: UserEvent = { type: 'PasswordResetRequested', data: { userId, by: 'admin', expiresAt } };
  const sessionsEnded: UserEvent = { type: 'SessionsEnded', data: { userId, by: 'admin' } };

  it.each([
    ['deletion', [registered], { type: 'Delete' }, deleted],
    ['change of the role', [registered], { type: 'ChangeRole', role: 'Instructor' }, toInstructor],
    ['disabling', [registered], { type: 'Disable', cause: 'admin' }, disabled],
    ['enabling', [registered, disabled], { type: 'Enable', seatIn: null }, enabled],
    ['update', [registered], { type: 'Update', profile: { firstName: 'Eve' } }, renamed],
    ['reset of the password', [registered], { type: 'RequestReset', by: 'admin', expiresAt }, resetRequested],
    ['end of the sessions', [registered], { type: 'EndSessions', by: 'admin' }, sessionsEnded],
  ] as [string, UserEvent[], UserCommand, UserEvent][])(
    'is rejected after a move or another change of the role: %s',
    (_, past, command, event) => {
      const authorized = { ...command, authorizedFor: { organizationId: null, role: 'User' } } as UserCommand;
      user(...past)
        .when(authorized)
        .thenRecords(event);
      for (const meanwhile of [moved, promoted])
        user(...past, meanwhile)
          .when(authorized)
          .thenRejected('VERSION_CONFLICT');
    },
  );

  it('has no effect when another request has made it', () => {
    const authorizedFor = { organizationId: null, role: 'User' } as const;
    user(registered, toInstructor).when({ type: 'ChangeRole', role: 'Instructor', authorizedFor }).thenNothing();
    user(registered, moved, disabled).when({ type: 'Disable', cause: 'admin', authorizedFor }).thenNothing();
    user(registered, moved, deleted).when({ type: 'Delete', authorizedFor }).thenNothing();
  });
});

it('does not disable a system admin as a consequence of other events', () => {
  const admin: UserEvent = { type: 'UserRoleChanged', data: { userId, from: 'User', to: 'SystemAdmin' } };
  user(registered, admin).when({ type: 'Disable', cause: 'subscription' }).thenNothing();
  user(registered, admin).when({ type: 'Disable', cause: 'admin' }).thenRecords(disabled);
});

describe('disabling with a class', () => {
  const [sessionId, other] = ['0198c0de-0000-7000-8000-0000000000d1', '0198c0de-0000-7000-8000-0000000000d2'];
  const byClass: UserEvent = { type: 'UserDisabled', data: { userId, cause: sessionId } };
  const enabled: UserEvent = { type: 'UserEnabled', data: { userId } };
  const organizationId = '0198c0de-0000-7000-8000-0000000000b1';
  const as = (role: UserRegistered['data']['role']): UserEvent => ({
    type: 'UserRegistered',
    data: { ...registration, organizationId, role },
  });
  const player = as('User');
  const disable = { type: 'DisableWithClass', sessionId, organizationId } as const;
  const enable = { type: 'EnableWithClass', sessionId, organizationId, seatIn: organizationId } as const;
  const movedTo = (to: string | null): UserEvent => ({
    type: 'UserMovedToOrganization',
    data: { userId, from: organizationId, to },
  });

  it('is limited to classes of the user’s own organization', () => {
    for (const to of [other, null]) {
      user(player, movedTo(to)).when(disable).thenNothing();
      user(player, movedTo(to))
        .when({ ...disable, organizationId: null })
        .thenNothing();
    }
    user(player, byClass, movedTo(other)).when(enable).thenRejected('FORBIDDEN');
    // earlier versions disabled people without an organization
    user(player, movedTo(null), byClass)
      .when({ ...enable, seatIn: null })
      .thenRecords(enabled);
    user(player, movedTo(null), byClass).when(enable).thenRejected('VERSION_CONFLICT');
  });

  it.each(['subscription', 'admin'])(
    'is replaced by %s as the cause, so that the class cannot enable the user',
    (cause) => {
      const replaced: UserEvent = { type: 'UserDisabled', data: { userId, cause } };
      user(player, byClass).when({ type: 'Disable', cause }).thenRecords(replaced);
      user(player, byClass, replaced).when({ type: 'Disable', cause: 'subscription' }).thenNothing();
      user(player, byClass, replaced).when({ type: 'Disable', cause: 'admin' }).thenNothing();
      user(player, byClass, replaced).when(enable).thenRejected('FORBIDDEN');
    },
  );

  it.each(['User', 'Restricted'] as const)('disables a %s, naming the class', (role) => {
    user(as(role)).when(disable).thenRecords(byClass);
    user(as(role), byClass).when(disable).thenNothing();
    user(as(role), disabled).when(disable).thenNothing();
  });

  it.each(['Instructor', 'OrganizationAdmin', 'SystemAdmin'] as const)('does not disable a %s', (role) => {
    user(as(role)).when(disable).thenNothing();
  });

  it('enables a user only when the last disabling names this class', () => {
    user(player, byClass).when(enable).thenRecords(enabled);
    user(player, disabled, enabled, byClass).when(enable).thenRecords(enabled);
    user(player, byClass, enabled).when(enable).thenNothing();
    user(player, byClass, enabled, disabled).when(enable).thenRejected('FORBIDDEN');
    user(player, byClass)
      .when({ ...enable, sessionId: other })
      .thenRejected('FORBIDDEN');
  });
});

it('changes roles and records the previous one', () => {
  const toInstructor: UserEvent = { type: 'UserRoleChanged', data: { userId, from: 'User', to: 'Instructor' } };
  user(registered).when({ type: 'ChangeRole', role: 'Instructor' }).thenRecords(toInstructor);
  user(registered, toInstructor).when({ type: 'ChangeRole', role: 'Instructor' }).thenNothing();
});

it('changes the given fields of a profile and keeps the others', () => {
  const { email, emailHmac, lastName, rankTitle } = registration;
  const renamed: UserEvent = {
    type: 'UserProfileChanged',
    data: { userId, email, emailHmac, firstName: 'Augusta', lastName, rankTitle },
  };
  user(registered)
    .when({ type: 'Update', profile: { firstName: 'Augusta' } })
    .thenRecords(renamed);
  user(registered, renamed)
    .when({ type: 'Update', profile: { firstName: 'Augusta' } })
    .thenNothing();
});

it('moves between organizations, together with a change of the profile', () => {
  const to = '0198c0de-0000-7000-8000-0000000000b1';
  const moved: UserEvent = { type: 'UserMovedToOrganization', data: { userId, from: null, to } };
  user(registered).when({ type: 'Update', profile: {}, organizationId: to }).thenRecords(moved);
  user(registered, moved).when({ type: 'Update', profile: {}, organizationId: to }).thenNothing();
  user(registered, moved)
    .when({ type: 'Update', profile: { email: 'a@example.org', emailHmac: 'c3' }, organizationId: null })
    .thenRecords(
      {
        type: 'UserProfileChanged',
        data: {
          userId,
          email: 'a@example.org',
          emailHmac: 'c3',
          firstName: 'Ada',
          lastName: 'Lovelace',
          rankTitle: '',
        },
      },
      { type: 'UserMovedToOrganization', data: { userId, from: to, to: null } },
    );
});

it('rejects commands for an unknown or deleted user', () => {
  user().when({ type: 'Disable', cause: 'admin' }).thenRejected('NOT_FOUND');
  const deleted: UserEvent = { type: 'UserDeleted', data: { userId } };
  user(registered).when({ type: 'Delete' }).thenRecords(deleted);
  user(registered, deleted).when({ type: 'Delete' }).thenNothing();
  user(registered, deleted).when({ type: 'Enable', seatIn: null }).thenRejected('NOT_FOUND');
});
