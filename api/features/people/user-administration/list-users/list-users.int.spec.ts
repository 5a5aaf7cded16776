import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Group } from '../../../../contracts/group.contract.js';
import type { User, UserStats } from '../../../../contracts/user.contract.js';
import { POOL } from '../../../../platform/database/pool.js';
import { closeAll, eventually, openLive, watch } from '../../../../platform/live/testing/live-client.js';
import type { TestClient } from '../../../../testing/test-client.js';
import { TestPlatform } from '../../../../testing/test-platform.js';

let platform: TestPlatform;
let systemAdmin: TestClient;
let [organization, other]: string[] = [];
let [admin, instructor, player, foreigner]: TestClient[] = [];

beforeAll(async () => {
  platform = await TestPlatform.start();
  systemAdmin = await platform.admin();
  [organization, other] = [await platform.organization('Orbit School'), await platform.organization('Range')];
  admin = await platform.person('OrganizationAdmin', organization);
  instructor = await platform.person('Instructor', organization);
  player = await platform.person('User', organization);
  foreigner = await platform.person('User', other);
  await platform.settled();
});
afterAll(() => platform.stop());
afterEach(closeAll);

const idsOf = (users: readonly { id: string }[]) => users.map(({ id }) => id);
const list = (client: TestClient, query = '', route = '/users/admin-detailed') =>
  client.get<User[]>(`${route}${query && `?${query}`}`);

describe('the scope of user lists', () => {
  it('contains users of all organizations or of one for a system admin, and of the own for an organization admin', async () => {
    const all = await list(systemAdmin!);
    expect(idsOf(all.body)).toEqual(expect.arrayContaining([admin!.userId, foreigner!.userId, systemAdmin.userId]));
    expect(all.headers.get('x-total-count')).toBe('5');
    expect(idsOf((await list(systemAdmin!, `orgId=${other}`)).body)).toEqual([foreigner!.userId]);
    for (const query of ['', `orgId=${organization}`]) {
      const { body, headers } = await list(admin!, query);
      expect(idsOf(body).toSorted()).toEqual([admin!.userId, instructor!.userId, player!.userId].toSorted());
      expect(headers.get('x-total-count')).toBe('3');
    }
  });

  it.each(['/users', '/users/admin-detailed', '/users/stats'])(
    '%s responds with 404 for another or unknown organization',
    async (route) => {
      for (const orgId of [other, randomUUID()]) {
        expect((await list(admin!, `orgId=${orgId}`, route)).problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      }
      expect((await list(admin!, `orgId=${organization}&orgId=${other}`, route)).status).toBe(400);
      expect((await list(systemAdmin!, 'orgId=none', route)).status).toBe(400);
      expect((await list(player!, '', route)).status).toBe(403);
    },
  );

  it('contains the own organization for an instructor, with few fields', async () => {
    const { body } = await list(instructor!, `orgId=${organization}`, '/users');
    expect(idsOf(body)).toContain(player!.userId);
    expect(Object.keys(body[0]!)).toEqual(['id', 'username', 'firstName', 'lastName', 'enabled']);
    const { username, email } = (await player!.get<User>(`/users/${player!.userId}`)).body;
    expect(idsOf((await list(instructor!, `search=${username}`, '/users')).body)).toEqual([player!.userId]);
    expect((await list(instructor!, `search=${email}`, '/users')).body).toEqual([]);
    expect((await list(instructor!, `orgId=${other}`, '/users')).status).toBe(404);
    for (const route of ['/users/admin-detailed', '/users/stats']) {
      expect((await list(instructor!, '', route)).status).toBe(403);
    }
  });

  it('is empty for an admin or instructor without an organization', async () => {
    const [lonely, roaming] = [
      await platform.person('OrganizationAdmin', null),
      await platform.person('Instructor', null),
    ];
    for (const client of [lonely, roaming]) expect((await list(client, '', '/users')).body).toEqual([]);
    expect((await lonely.get('/users/stats')).body).toEqual({ activeUsers: 0, userLimit: 0, numberOfAdmins: 0 });
  });

  it('omits pending resets from the short list', async () => {
    const { body } = await list(admin!, '', '/users');
    expect(Object.keys(body[0]!)).not.toContain('resetPasswordPending');
    expect((await list(admin!)).body[0]).toMatchObject({
      organizationName: 'Orbit School',
      resetPasswordPending: false,
    });
  });
});

describe('a page of users', () => {
  const names = ['Zeta', 'alpha', 'Beta'];
  let crowd: string;
  let people: TestClient[];
  const page = async (query: string) => (await list(systemAdmin, `orgId=${crowd}&${query}`)).body;
  const seen = (person: TestClient, day: string) =>
    platform.app
      .get<Pool>(POOL)
      .query(
        `insert into plain.last_active values ($1, $2) on conflict (user_id) do update set active_at = excluded.active_at`,
        [person.userId, day],
      );
  const firstNames = async (query: string) => (await page(query)).map(({ firstName }) => firstName);

  beforeAll(async () => {
    crowd = await platform.organization();
    people = [];
    for (const [index, firstName] of names.entries()) {
      const person = await platform.person(index === 1 ? 'Instructor' : 'User', crowd);
      await systemAdmin.put(`/users/${person.userId}`, {
        firstName,
        lastName: `50%_${index}`,
        email: `${firstName}.${index}@crowd.example`,
      });
      people.push(person);
    }
    await systemAdmin.put(`/users/${people[2]!.userId}/enabled`, { enabled: false });
    const course = await platform.course(people[1]!, crowd);
    await people[0]!.post('/groups/join', { code: course.password });
    await platform.settled();
  });

  // Users without a joined course or any activity are last in both orders.
  it.each([
    ['role', 'asc', 0, 'alpha'],
    ['role', 'desc', 2, 'alpha'],
    ['status', 'asc', 2, 'Beta'],
    ['status', 'desc', 0, 'Beta'],
    ['lastJoinedCourse', 'asc', 0, 'Zeta'],
    ['lastJoinedCourse', 'desc', 0, 'Zeta'],
    ['lastActive', 'asc', 0, 'alpha'],
    ['lastActive', 'desc', 1, 'alpha'],
  ])('sorted by %s %s, has at index %i the user %s', async (sort, order, place, expected) => {
    await seen(people[1]!, '2026-01-01');
    await seen(people[2]!, '2026-01-02');
    await platform.app.get<Pool>(POOL).query('delete from plain.last_active where user_id = $1', [people[0]!.userId]);
    expect((await firstNames(`sort=${sort}&order=${order}`))[place]).toBe(expected);
  });

  it('is sorted by user name, also among equal keys', async () => {
    const usernames = (await page('')).map(({ username }) => username);
    expect(usernames).toEqual(usernames.toSorted());
    expect((await page('sort=username&order=desc')).map(({ username }) => username)).toEqual(usernames.toReversed());
    const sorted = (await page('sort=organization&order=desc')).map(({ username }) => username);
    expect(sorted).toEqual(usernames);
  });

  it.each([
    ['ALPHA', ['alpha']],
    ['crowd.example', names],
    ['50% zeta', ['Zeta']],
    ['_2', ['Beta']],
    ['%', names],
    ['\\', []],
    ['nobody', []],
  ])('finds %s in names and e-mail addresses, without wildcards', async (search, expected) => {
    const { body, headers } = await list(systemAdmin, `orgId=${crowd}&${new URLSearchParams({ search }).toString()}`);
    expect(body.map(({ firstName }) => firstName).toSorted()).toEqual(expected.toSorted());
    expect(headers.get('x-total-count')).toBe(String(expected.length));
  });

  it('returns the total, also beyond the last page', async () => {
    const first = await page('limit=2');
    const second = await page('limit=2&offset=2');
    expect([...idsOf(first), ...idsOf(second)].toSorted()).toEqual(people.map(({ userId }) => userId).toSorted());
    const beyond = await list(systemAdmin, `orgId=${crowd}&offset=100`);
    expect([beyond.body, beyond.headers.get('x-total-count')]).toEqual([[], '3']);
  });

  it.each([
    'limit=0',
    'limit=1001',
    'offset=-1',
    'sort=password',
    'order=up',
    'colour=red',
    `search=${'a'.repeat(101)}`,
  ])('rejects %s', async (query) => {
    expect((await list(systemAdmin, query)).status).toBe(400);
  });

  it('shows the course joined last', async () => {
    const [joined] = await page('search=zeta');
    expect(joined).toMatchObject({ lastJoinedGroupName: 'Orbits/101', lastJoinedSessionID: null });
  });

  it('counts enabled users and the administrators among them', async () => {
    const stats = async (client: TestClient, query = '') => (await client.get<UserStats>(`/users/stats${query}`)).body;
    const ofCrowd = await stats(systemAdmin, `?orgId=${crowd}`);
    expect(ofCrowd).toEqual({ activeUsers: 2, userLimit: expect.any(Number) as number, numberOfAdmins: 0 });
    expect(await stats(admin!)).toEqual({ activeUsers: 3, userLimit: ofCrowd.userLimit, numberOfAdmins: 1 });
    // The organization's admin, the one without an organization, and the system admin.
    expect(await stats(systemAdmin)).toMatchObject({ userLimit: 3 * ofCrowd.userLimit, numberOfAdmins: 3 });
  });
});

describe('a single user', () => {
  const see = (client: TestClient, id: string) => client.get<User>(`/users/${id}`);

  it('is visible to staff of a shared course, without private fields', async () => {
    const student = await platform.person('User', null);
    const course: Group = await platform.course(instructor!, organization!);
    expect((await see(instructor!, student.userId)).status).toBe(404);
    await student.post('/groups/join', { code: course.password });
    await platform.settled();
    for (const client of [instructor!, admin!]) {
      const { status, body } = await see(client, student.userId);
      expect([status, body.id, body.email, body.lastActive]).toEqual([200, student.userId, '', null]);
    }
    expect((await see(student, student.userId)).body.email).toContain('@');
    const stranger = await platform.person('Instructor', organization!);
    for (const client of [stranger, player!, foreigner!]) {
      expect((await see(client, student.userId)).status).toBe(404);
    }
  });
});

describe('live users', () => {
  type Rows = { key: string; value: User | null }[];
  const rowOf = (messages: { rows: unknown }[], key: string) =>
    eventually(() => messages.flatMap(({ rows }) => rows as Rows).find((row) => row.key === key));

  it('sends a watcher only the changes since the list was loaded', async () => {
    const { headers } = await list(admin!);
    const [since, generation] = ['x-live-sequence', 'x-live-generation'].map((name) => Number(headers.get(name)));
    const { socket, changes } = openLive(platform.url, admin!.token);
    const reply = await watch(socket, { topic: 'users', id: organization!, since: since!, generation: generation! });
    expect(reply).toMatchObject({ ok: true, full: false, rows: [], generation });
    await admin!.put(`/users/${player!.userId}`, { firstName: 'Grace' });
    const row = await rowOf(changes, player!.userId);
    const [listed] = (await list(admin!, 'search=grace')).body;
    expect(row.value).toMatchObject({ firstName: 'Grace', resetPasswordPending: false });
    expect({ ...row.value, lastActive: null }).toEqual({ ...listed, lastActive: null });
  });

  it('removes a moved user from one organization and adds them to the other', async () => {
    const mover = await platform.person('User', organization!);
    await platform.settled();
    const [before, after] = [openLive(platform.url, admin!.token), openLive(platform.url, systemAdmin.token)];
    await watch(before.socket, { topic: 'users', id: organization! });
    await watch(after.socket, { topic: 'users', id: other! });
    await systemAdmin.put(`/users/${mover.userId}`, { organizationId: other });
    expect((await rowOf(before.changes, mover.userId)).value).toBeNull();
    expect((await rowOf(after.changes, mover.userId)).value).toMatchObject({ organizationName: 'Range' });
    await systemAdmin.delete(`/users/${mover.userId}`);
    await eventually(() =>
      after.changes.flatMap(({ rows }) => rows).find(({ key, value }) => key === mover.userId && value === null),
    );
  });

  it('sends all rows to a new watcher, without deleted users', async () => {
    const { socket } = openLive(platform.url, systemAdmin.token);
    const reply = await watch(socket, { topic: 'users', id: 'all' });
    const listed = idsOf((await list(systemAdmin)).body);
    expect(reply.ok && reply.full && reply.rows.map(({ key }) => key).toSorted()).toEqual(listed.toSorted());
  });

  it('rejects watchers who are not allowed to list the users', async () => {
    const refused = { ok: false, code: 'not-found' };
    const { socket } = openLive(platform.url, admin!.token);
    for (const id of ['all', other!, randomUUID(), 'none'])
      expect(await watch(socket, { topic: 'users', id })).toEqual(refused);
    for (const client of [instructor!, player!]) {
      const ownSocket = openLive(platform.url, client.token).socket;
      expect(await watch(ownSocket, { topic: 'users', id: organization! })).toEqual(refused);
    }
  });
});
