import type { Role } from '../../contracts/sign-in.contract.js';
import {
  isDemotion,
  mayGrant,
  scopeOfList,
  USER_ACTIONS,
  type UserAction,
  type UserAccess,
  userAccess,
} from './user.policy.js';

const actor = (role: Role, organizationId: string | null = 'own', userId = 'me') => ({ userId, role, organizationId });
const person = (role: Role = 'User', organizationId: string | null = 'own', id = 'them') => ({
  id,
  role,
  organizationId,
});
const all = (verdict: UserAccess): Record<UserAction, UserAccess> =>
  Object.fromEntries(USER_ACTIONS.map((action) => [action, verdict])) as Record<UserAction, UserAccess>;
const onOneself = { enable: 'own-account', 'change-role': 'own-account', delete: 'own-account' } as const;

const admin = actor('OrganizationAdmin');
it.each([
  ['a system admin to any user', actor('SystemAdmin', null), person('SystemAdmin'), all('allowed')],
  ['a system admin to themselves', actor('SystemAdmin', null, 'them'), person(), { ...all('allowed'), ...onOneself }],
  ['an admin to users of their organization', admin, person(), { ...all('allowed'), move: 'forbidden' }],
  [
    'an admin to another admin of their organization',
    admin,
    person('OrganizationAdmin'),
    { ...all('allowed'), move: 'forbidden' },
  ],
  [
    'an admin to a system admin of their organization',
    admin,
    person('SystemAdmin'),
    { ...all('forbidden'), see: 'allowed' },
  ],
  ['an admin to users of another organization', admin, person('User', 'other'), all('hidden')],
  ['an admin to users without an organization', admin, person('User', null), all('hidden')],
  [
    'an admin without an organization to users without one',
    actor('OrganizationAdmin', null),
    person('User', null),
    all('hidden'),
  ],
  [
    'an admin to themselves',
    actor('OrganizationAdmin', 'own', 'them'),
    person('OrganizationAdmin'),
    { ...all('allowed'), ...onOneself, move: 'forbidden' },
  ],
  ['an instructor to users of the organization', actor('Instructor'), person(), all('hidden')],
  ['a player to other users', actor('User'), person(), all('hidden')],
  ...(['Instructor', 'User', 'Restricted'] as const).map(
    (role) =>
      [
        `a user with role ${role} to themselves`,
        actor(role, 'own', 'them'),
        person(role),
        { ...all('forbidden'), see: 'allowed', edit: 'allowed', 'select-group': 'allowed' },
      ] as const,
  ),
] as const)('decides the actions allowed to %s', (_, viewer, target, expected) => {
  const verdicts = Object.fromEntries(USER_ACTIONS.map((action) => [action, userAccess(viewer, action, target)]));
  expect(verdicts).toEqual(expected);
});

it('lets only system admins assign the role of a system admin', () => {
  expect(mayGrant(actor('SystemAdmin'), 'SystemAdmin')).toBe(true);
  expect(mayGrant(admin, 'SystemAdmin')).toBe(false);
  expect(mayGrant(admin, 'OrganizationAdmin')).toBe(true);
});

it.each([
  ['OrganizationAdmin', 'Instructor', true],
  ['User', 'Restricted', true],
  ['User', 'Instructor', false],
  ['OrganizationAdmin', 'SystemAdmin', false],
] as const)('a change from %s to %s is a demotion: %s', (from, to, expected) => {
  expect(isDemotion(from, to)).toBe(expected);
});

const organization = (organizationId: string) => ({ kind: 'organization', organizationId });
it.each([
  ['a system admin', actor('SystemAdmin', null), undefined, { kind: 'all' }],
  ['a system admin who names an organization', actor('SystemAdmin', null), 'other', organization('other')],
  ['an admin', admin, undefined, organization('own')],
  ['an admin who names their own organization', admin, 'own', organization('own')],
  ['an admin who names another organization', admin, 'other', null],
  ['an instructor', actor('Instructor'), undefined, organization('own')],
  ['an instructor who names another organization', actor('Instructor'), 'other', null],
  ['an admin without an organization', actor('OrganizationAdmin', null), undefined, { kind: 'none' }],
])('scopes the list of %s', (_, viewer, orgId, expected) => {
  expect(scopeOfList(viewer, orgId)).toEqual(expected);
});
