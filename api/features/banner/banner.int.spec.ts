import type { BannerMessage } from '../../contracts/banner.contract.js';
import { closeAll, connected, eventually, openLive, watch } from '../../platform/live/testing/live-client.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';

const PATH = '/systemSettings/bannerMessage';
const startDate = '2026-03-02T12:00:00Z';
const endDate = '2126-03-02T12:00:00Z';

let platform: TestPlatform;
let admin: TestClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
});
afterAll(() => platform.stop());
afterEach(closeAll);

/** Reads the banner without a session. */
async function read() {
  const answer = await fetch(`${platform.url}/api${PATH}`);
  return { answer, body: (await answer.json()) as BannerMessage | null };
}

const shown = async (client: TestClient) => (await client.get<BannerMessage>(PATH)).body;

describe('the banner', () => {
  it('is null until it is set', async () => {
    const { answer, body } = await read();
    expect([answer.status, body]).toEqual([200, null]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('is set by a system admin and readable by everyone, cached for at most 30 s', async () => {
    const message = 'Serviced tonight.\n<img src=x onerror=alert(1)> "quoted" 🛰';
    const answer = await admin.post(PATH, { message, startDate, endDate: '2126-03-02T14:00:00.250+02:00' });
    expect([answer.status, answer.headers.has('x-log-position')]).toEqual([204, true]);
    expect(await shown(admin)).toEqual({ message, startDate, endDate });
    const anybody = await read();
    expect(anybody.body).toEqual({ message, startDate, endDate });
    expect(anybody.answer.headers.get('cache-control')).toBe('public, max-age=30');
    for (const header of ['set-cookie', 'x-auth-token']) expect(anybody.answer.headers.has(header)).toBe(false);
  });

  it('records nothing when it is unchanged', async () => {
    const banner = { message: 'Twice', startDate, endDate };
    expect((await admin.post(PATH, banner)).headers.has('x-log-position')).toBe(true);
    const again = await admin.post(PATH, banner);
    expect([again.status, again.headers.has('x-log-position')]).toEqual([204, false]);
  });

  it('replaces missing dates by now and a missing message by an empty one', async () => {
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    expect((await admin.post(PATH, {})).status).toBe(204);
    const banner = await shown(admin);
    expect(banner).toEqual({ message: '', startDate: banner.startDate, endDate: banner.startDate });
    expect(new Date(banner.startDate).getTime()).toBeGreaterThanOrEqual(before);
    expect((await admin.post(PATH, { message: null, startDate: null, endDate: null })).status).toBe(204);
  });

  it('stays unchanged when the dates are in the wrong order', async () => {
    await admin.post(PATH, { message: 'Stays', startDate, endDate });
    const { problem } = await admin.post(PATH, { message: 'Goes', startDate: endDate, endDate: startDate });
    const title = 'Start date must be before end date';
    expect(problem).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', title, errors: { StartDate: [title] } });
    expect((await admin.post(PATH, { message: 'Goes', startDate: endDate })).problem.title).toBe(title);
    expect((await shown(admin)).message).toBe('Stays');
  });

  it.each([
    { message: 'x'.repeat(2_001) },
    { message: 'bell \u0007' },
    { message: 7 },
    { startDate: 'tomorrow' },
    { endDate: '2026-03-02' },
    { endDate: '9999-12-31T23:59:59-23:59' },
    { unknown: true },
    [],
    'text',
  ])('rejects %j', async (body) => {
    expect((await admin.post(PATH, body)).status).toBe(400);
  });

  it('accepts the longest message', async () => {
    const message = 'x'.repeat(2_000);
    expect((await admin.post(PATH, { message, startDate, endDate })).status).toBe(204);
    expect((await shown(admin)).message).toBe(message);
  });

  it.each(['OrganizationAdmin', 'Instructor', 'User', 'Restricted'] as const)(
    'cannot be set by the role %s',
    async (role) => {
      const client = await platform.person(role, await platform.organization());
      expect((await client.post(PATH, { message: 'Mine' })).status).toBe(403);
    },
  );

  it('cannot be set without a session', async () => {
    const answer = await fetch(`${platform.url}/api${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
  });

  it('appears in the audit with its previous value', async () => {
    await admin.post(PATH, { message: 'Before', startDate, endDate });
    await admin.post(PATH, { message: 'After', startDate, endDate });
    await platform.settled();
    const { body } = await admin.get<{ entries: object[] }>('/audit?action=BannerSet');
    expect(body.entries[0]).toMatchObject({
      actor: { id: admin.userId },
      target: { type: 'platform' },
      changes: [{ field: 'message', from: 'Before', to: 'After' }],
    });
  });
});

describe('the live banner', () => {
  const topic = { topic: 'banner', id: 'all' } as const;

  it('is sent to signed-in users and to anonymous sockets', async () => {
    await admin.post(PATH, { message: 'First', startDate, endDate });
    await platform.settled();
    const student = await platform.person('User', await platform.organization());
    const watchers = [openLive(platform.url), openLive(platform.url, student.token)];
    for (const { socket } of watchers) {
      const rows = [{ key: 'snapshot', value: { message: 'First', startDate, endDate } }];
      expect(await watch(socket, topic)).toMatchObject({ ok: true, full: true, rows });
    }
    await admin.post(PATH, { message: 'Second', startDate, endDate });
    for (const { changes } of watchers) {
      const change = await eventually(() => changes[0]);
      expect(change).toMatchObject({ ...topic, rows: [{ key: 'snapshot', value: { message: 'Second' } }] });
    }
  });

  it('is the only topic of anonymous sockets, and has one id', async () => {
    const { socket } = openLive(platform.url);
    expect(await connected(socket)).toBe('connected');
    const refused = { ok: false, code: 'not-found' };
    for (const name of ['gradebook', 'leaderboard', 'class', 'users', 'organizations'] as const) {
      expect(await watch(socket, { topic: name, id: 'all' })).toEqual(refused);
    }
    expect(await watch(socket, { ...topic, id: 'public' })).toEqual(refused);
    expect(await watch(openLive(platform.url, admin.token).socket, { ...topic, id: 'public' })).toEqual(refused);
  });
});
