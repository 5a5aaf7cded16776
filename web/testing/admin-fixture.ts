import type { AuditEntry } from '../../api/contracts/audit.contract.js';
import type { Organization } from '../../api/contracts/organization.contract.js';
import type { Role } from '../../api/contracts/sign-in.contract.js';
import type { User } from '../../api/contracts/user.contract.js';
import { getDefaultStore } from '../shared/state/jotai.js';
import { toastsAtom } from '../shared/toasts/toasts.atoms.js';
import { startFakeServer, type FakeAnswer, type FakeRequest } from './fake-server.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from './open-app.js';

export const ORGANIZATION_ID = '0198c0de-0000-7000-8000-0000000000b1';
export const LIVE_HEADERS = { 'x-live-sequence': '5', 'x-live-generation': '1' };

export const aUser = (username: string, more: Partial<User> = {}): User => ({
  id: `id-of-${username}`,
  username,
  email: `${username}@example.org`,
  firstName: 'First',
  lastName: 'Last',
  rankTitle: '',
  roles: ['User'],
  organizationId: ORGANIZATION_ID,
  organizationName: 'Delta 3',
  enabled: true,
  lastActive: null,
  lastJoinedSessionID: null,
  lastJoinedGroupName: null,
  lastGroupSelectionId: null,
  resetPasswordPending: false,
  ...more,
});

export const anOrganization = (name: string, more: Partial<Organization> = {}): Organization => ({
  id: ORGANIZATION_ID,
  name,
  createdDate: '2026-03-01T09:30:00Z',
  isPaid: true,
  userLimit: 50,
  activeUsers: 12,
  recordsClasses: true,
  ...more,
});

export const anEntry = (id: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  occurredAt: '2026-03-01T09:30:00Z',
  action: 'UserRoleChanged',
  actor: { id: USER_ID, username: 'mara.keller', role: 'SystemAdmin' },
  target: { type: 'user', id: 'id-of-ava', name: 'ava' },
  changes: [{ field: 'role', from: 'User', to: 'Instructor' }],
  organization: { id: ORGANIZATION_ID, name: 'Delta 3' },
  requestId: 'request-1',
  address: '192.0.2.17',
  ...more,
});

/** Returns the API's response to the list of users. */
export const usersAnswer = (users: readonly User[], total = users.length): FakeAnswer => ({
  body: users,
  headers: { ...LIVE_HEADERS, 'x-total-count': String(total) },
});

type Answers = Parameters<typeof startFakeServer>[0];

/** Opens an admin page with this role. An organization admin belongs to {@link ORGANIZATION_ID}. */
export async function openAdmin(path: string, role: Role, more: Answers): Promise<FakeRequest[]> {
  freshBrowser();
  getDefaultStore().set(toastsAtom, []);
  signedInAs('mara.keller');
  const answers = answersFor(role, 'mara.keller');
  const own = `GET /api/users/${USER_ID}`;
  const seen = await startFakeServer({
    ...answers,
    [own]: {
      body: { ...(answers[own]?.body as object), organizationId: role === 'SystemAdmin' ? null : ORGANIZATION_ID },
    },
    'GET /api/users/stats': { body: { activeUsers: 12, userLimit: 50, numberOfAdmins: 2 } },
    'GET /api/users/import': { body: { import: null } },
    'GET /api/organizations': { body: [anOrganization('Delta 3')], headers: LIVE_HEADERS },
    ...more,
  });
  openApp(path);
  return seen;
}
