import { given } from '../../platform/eventsourcing/testing/given.js';
import { userDecider } from './user.decider.js';
import type { UserEvent, UserRegistered } from './user.events.js';
import { maySeeUser } from './user.policy.js';

const user = given(userDecider);
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
  user(registered).when({ type: 'Register', registration: other }).thenRefused('IDEMPOTENCY_KEY_REUSED');
});

it('is disabled with a cause and enabled again', () => {
  user(registered).when({ type: 'Disable', cause: 'admin' }).thenRecords(disabled);
  user(registered, disabled).when({ type: 'Disable', cause: 'subscription' }).thenNothing();
  user(registered, disabled).when({ type: 'Enable' }).thenRecords({ type: 'UserEnabled', data: { userId } });
  user(registered).when({ type: 'Enable' }).thenNothing();
});

it('changes roles, remembering the one before', () => {
  const toInstructor: UserEvent = { type: 'UserRoleChanged', data: { userId, from: 'User', to: 'Instructor' } };
  user(registered).when({ type: 'ChangeRole', role: 'Instructor' }).thenRecords(toInstructor);
  user(registered, toInstructor).when({ type: 'ChangeRole', role: 'Instructor' }).thenNothing();
});

it('does nothing to a user who is not there', () => {
  user().when({ type: 'Disable', cause: 'admin' }).thenRefused('NOT_FOUND');
});

describe('who may see a user', () => {
  const actor = (role: 'User' | 'Instructor' | 'OrganizationAdmin' | 'SystemAdmin', organizationId: string | null) =>
    ({ userId: 'me', username: 'me', role, roles: [role], organizationId, familyId: 'f' }) as const;
  const person = { id: userId, organizationId: 'o1' };

  it.each([
    ['oneself', { ...actor('User', null), userId }, true],
    ['a system admin', actor('SystemAdmin', null), true],
    ['an admin of the organization', actor('OrganizationAdmin', 'o1'), true],
    ['an admin of another', actor('OrganizationAdmin', 'o2'), false],
    ['an instructor of the organization', actor('Instructor', 'o1'), false],
    ['another player', actor('User', 'o1'), false],
  ])('%s: %s', (_name, who, expected) => {
    expect(maySeeUser(who, person)).toBe(expected);
  });

  it('does not take two people without an organization for members of one', () => {
    expect(maySeeUser(actor('OrganizationAdmin', null), { id: userId, organizationId: null })).toBe(false);
  });
});
