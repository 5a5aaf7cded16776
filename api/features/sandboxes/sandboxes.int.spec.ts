import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { MAX_SANDBOX_BYTES, type Sandbox, type SandboxFile } from '../../contracts/sandbox.contract.js';
import { POOL } from '../../platform/database/pool.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { SandboxContents } from './sandbox-contents.js';
import { SweepSandboxContents } from './sweep-sandbox-contents.js';

const QUOTA = 4;
const data = { orbit: 'low', start: { position: [0, -1_000, 0.125] }, note: 'Ω "quoted" 🛰' };
const draft = { title: 'Ellipse', data };

let platform: TestPlatform;
let organizationId: string;
let pool: Pool;

beforeAll(async () => {
  platform = await TestPlatform.start({ sandboxesPerUser: QUOTA });
  organizationId = await platform.organization();
  pool = platform.app.get(POOL);
});
afterAll(() => platform.stop());

const player = () => platform.person('User', organizationId);
const create = async (client: TestClient, body: object = draft) =>
  (await client.post<Sandbox>('/sandboxes', body)).body;
const titles = async (client: TestClient) => (await client.get<Sandbox[]>('/sandboxes')).body.map(({ title }) => title);
const open = (client: TestClient, id: string) => client.get<SandboxFile>(`/sandboxes/${id}/json?open=true`);
const storedOf = async (id: string): Promise<number> =>
  (await pool.query('select from plain.sandbox_contents where sandbox_id = $1', [id])).rowCount!;

describe('a sandbox', () => {
  it('is created, opened, saved and deleted by its owner', async () => {
    const owner = await player();
    const answer = await owner.post<Sandbox>('/sandboxes', { title: '  Ellipse ', data });
    const { id, timeCreated } = answer.body;
    expect([answer.status, answer.headers.has('x-log-position')]).toEqual([201, true]);
    expect(answer.body).toEqual({
      id,
      title: 'Ellipse',
      userName: expect.stringMatching(/^user\./),
      lastAccessed: timeCreated,
      accessCount: 1,
      timeCreated,
      lastModified: timeCreated,
      organizationId,
      version: 1,
    });
    expect((await owner.get('/sandboxes')).body).toEqual([answer.body]);

    expect((await open(owner, id)).body).toEqual({ id, title: 'Ellipse', version: 1, data });
    const saved = await owner.put<Sandbox>(`/sandboxes/${id}`, { title: 'Circle', data: [1, null], version: 1 });
    expect([saved.status, saved.body]).toMatchObject([200, { id, title: 'Circle', version: 2, accessCount: 2 }]);
    expect((await owner.get('/sandboxes')).body).toEqual([saved.body]);
    expect((await open(owner, id)).body).toEqual({ id, title: 'Circle', version: 2, data: [1, null] });

    expect((await owner.delete(`/sandboxes/${id}`)).status).toBe(204);
    expect((await owner.get('/sandboxes')).body).toEqual([]);
    expect((await owner.delete(`/sandboxes/${id}`)).status).toBe(204);
    expect((await owner.put(`/sandboxes/${id}`, { ...draft, version: 2 })).status).toBe(404);
    expect((await open(owner, id)).problem).toMatchObject({ status: 404, title: 'The sandbox was not found.' });
  });

  it('is available immediately to a game that sends no log position', async () => {
    const owner = await player();
    const { id } = await create(owner);
    const fresh = { 'x-auth-token': owner.token, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...draft, version: 1 });
    const url = `${platform.url}/api/sandboxes/${id}`;
    expect((await fetch(url, { method: 'PUT', headers: fresh, body })).status).toBe(200);
    expect((await fetch(`${url}/json`, { headers: fresh })).status).toBe(200);
  });

  it('is not saved over a concurrent change', async () => {
    const owner = await player();
    const { id } = await create(owner);
    await owner.put(`/sandboxes/${id}`, { title: 'First', data: 1, version: 1 });
    const stale = await owner.put(`/sandboxes/${id}`, { title: 'Second', data: 2, version: 1 });
    expect(stale.problem).toMatchObject({
      status: 409,
      code: 'SANDBOX_CHANGED',
      title: 'The sandbox was saved elsewhere since you opened it. Open it again, or save your version as a new one.',
    });
    expect((await open(owner, id)).body).toMatchObject({ title: 'First', data: 1, version: 2 });
    const at = (title: string) => owner.put(`/sandboxes/${id}`, { title, data: title, version: 2 });
    const statuses = (await Promise.all(['a', 'b', 'c'].map(at))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  it('returns a save that is repeated because its answer was lost, also when several repeats arrive together', async () => {
    const owner = await player();
    const { id } = await create(owner);
    const save = () => owner.put<Sandbox>(`/sandboxes/${id}`, { title: 'Circle', data: 1, version: 1 });
    const answers = [...(await Promise.all([save(), save(), save()])), await save()];
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual(answers.map(() => [200, 2]));
    expect((await open(owner, id)).body).toMatchObject({ title: 'Circle', data: 1, version: 2 });
  });

  it('is created once per Idempotency-Key', async () => {
    const owner = await player();
    const key = { 'idempotency-key': randomUUID() };
    const post = (body: object) => owner.request<Sandbox>('POST', '/sandboxes', body, key);
    const [first, again] = [await post(draft), await post(draft)];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await titles(owner)).toEqual(['Ellipse']);
    const other = await post({ ...draft, data: 7 });
    expect(other.problem).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('counts an access when the game opens it, but not when it is downloaded', async () => {
    const owner = await player();
    const { id } = await create(owner);
    for (const query of ['', '?open=false']) await owner.get(`/sandboxes/${id}/json${query}`);
    expect((await owner.get('/sandboxes')).body).toMatchObject([{ accessCount: 1 }]);
    for (let time = 0; time < 3; time += 1) await open(owner, id);
    expect((await owner.get('/sandboxes')).body).toMatchObject([{ accessCount: 4, version: 1 }]);
  });

  it.each([
    ['Ellipse', '"Ellipse'],
    ['../a:b*c?"d<e>|f\\g', '".._a_b_c__d_e__f_g'],
    ['ma\u202egic', '"ma_gic'],
  ])('with the title %j has a file name that is valid on every system', async (title, name) => {
    const owner = await player();
    const { id } = await create(owner, { title, data });
    const { headers, body } = await owner.get<SandboxFile>(`/sandboxes/${id}/json`);
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename=${escape(name)} ${id}\\.json"`),
    );
    expect([headers.get('cache-control'), body]).toEqual(['no-store', { id, title, version: 1, data }]);
    expect((await open(owner, id)).headers.has('content-disposition')).toBe(false);
  });

  it('can be as large as the limit and no larger', async () => {
    const owner = await player();
    const largest = 'x'.repeat(MAX_SANDBOX_BYTES - 2);
    const { id } = await create(owner, { title: 'Large', data: largest });
    expect((await open(owner, id)).body.data).toBe(largest);
    const tooLarge = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
    for (const more of [`${largest}x`, 'é'.repeat(MAX_SANDBOX_BYTES / 2)]) {
      expect((await owner.post('/sandboxes', { title: 'Large', data: more })).problem).toMatchObject({
        ...tooLarge,
        title: 'The sandbox is larger than 512 kB. Remove something from it and save it again.',
      });
    }
    const huge = { title: 'Huge', data: 'x'.repeat(1_100_000), version: 1 };
    expect((await owner.put(`/sandboxes/${id}`, huge)).problem).toMatchObject(tooLarge);
  });

  it.each([
    { data },
    { title: ' ', data },
    { title: 'x'.repeat(101), data },
    { title: 'a\nb', data },
    { title: 'No data' },
    { ...draft, ownerId: randomUUID() },
    [],
  ])('is rejected for the body %j', async (body) => {
    const admin = await platform.admin();
    expect((await admin.post('/sandboxes', body)).status).toBe(400);
  });
});

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('the sandboxes of others', () => {
  it('are readable by staff of the owner’s organization, and deletable by system admins', async () => {
    const [owner, instructor, stranger] = [
      await player(),
      await platform.person('Instructor', organizationId),
      await platform.person('Instructor', await platform.organization()),
    ];
    const { id } = await create(owner);
    const file = `/sandboxes/${id}/json`;
    expect((await instructor.get(file)).body).toMatchObject({ title: 'Ellipse', data });
    expect((await stranger.get(file)).status).toBe(404);
    expect((await instructor.put(`/sandboxes/${id}`, { ...draft, version: 1 })).problem).toMatchObject({
      status: 403,
      title: 'Only the owner can save this sandbox. Save it as a new one.',
    });
    expect((await instructor.delete(`/sandboxes/${id}`)).problem).toMatchObject({
      status: 403,
      title: 'Only the owner and system admins can delete this sandbox.',
    });
    for (const client of [instructor, stranger]) expect(await titles(client)).toEqual([]);

    const admin = await platform.admin();
    const to = (await stranger.get<{ organizationId: string }>(`/users/${stranger.userId}`)).body.organizationId;
    expect((await admin.put(`/users/${owner.userId}`, { organizationId: to })).status).toBeLessThan(300);
    await platform.settled();
    expect([(await stranger.get(file)).status, (await instructor.get(file)).status]).toEqual([200, 404]);
    expect((await admin.delete(`/sandboxes/${id}`)).status).toBe(204);
    await platform.settled();
    // The move ended the sign-in session.
    const { username } = (await admin.get<{ username: string }>(`/users/${owner.userId}`)).body;
    expect(await titles(await platform.signIn(username))).toEqual([]);
  });

  it('are listed for a system admin, last accessed first, including those without an owner', async () => {
    const [admin, erased, owner] = [await platform.admin(), await player(), await player()];
    const orphan = await create(erased, { title: 'Orphan', data });
    const older = await create(owner, { title: 'Older', data });
    await platform.settled();
    expect((await admin.delete(`/users/${erased.userId}`)).status).toBeLessThan(300);
    await open(owner, older.id);
    await platform.settled();
    const { body, headers } = await admin.get<Sandbox[]>('/sandboxes');
    const listed = body.filter(({ id }) => id === orphan.id || id === older.id);
    expect(listed).toMatchObject([
      { id: older.id, userName: expect.stringMatching(/^user\./), organizationId },
      { id: orphan.id, userName: null, organizationId },
    ]);
    expect(headers.get('x-total-count')).toBe(String(body.length));
    expect((await admin.get<SandboxFile>(`/sandboxes/${orphan.id}/json`)).body.title).toBe('Orphan');
  });
});

describe('the quota', () => {
  const reached = {
    status: 409,
    code: 'SANDBOX_QUOTA_REACHED',
    title: `You have reached the limit of ${QUOTA} sandboxes. Delete one you no longer need and save again.`,
  };

  it('limits concurrent requests too, and releases a slot after a deletion', async () => {
    const owner = await player();
    const answers = await Promise.all(Array.from({ length: 12 }, () => owner.post<Sandbox>('/sandboxes', draft)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(answers.length - refused.length).toBe(QUOTA);
    for (const { problem } of refused) expect(problem).toMatchObject(reached);
    const [first, second] = (await owner.get<Sandbox[]>('/sandboxes')).body;
    expect((await owner.put(`/sandboxes/${first!.id}`, { ...draft, version: 1 })).status).toBe(200);
    await owner.delete(`/sandboxes/${second!.id}`);
    expect((await owner.post('/sandboxes', draft)).status).toBe(201);
    expect((await owner.post('/sandboxes', draft)).problem).toMatchObject(reached);
    expect((await (await player()).post('/sandboxes', draft)).status).toBe(201);
  });

  it('accepts a repeat, and does not count sandboxes that were never created', async () => {
    const owner = await player();
    const place = () => ({ sandboxId: randomUUID(), ownerId: owner.userId });
    const content = { text: '1', contentHash: 'a'.repeat(64), size: 1 };
    const contents = platform.app.get(SandboxContents);
    const [lost, pending] = [place(), place()];
    for (const each of [lost, pending]) await contents.store(each, content);
    const key = { 'idempotency-key': randomUUID() };
    const post = (headers = {}) => owner.request('POST', '/sandboxes', draft, headers);
    for (let time = 0; time < QUOTA - 2; time += 1) expect((await post(key)).status).toBe(201);
    for (let time = 0; time < QUOTA - 3; time += 1) expect((await post()).status).toBe(201);
    expect((await post()).problem).toMatchObject(reached);
    expect((await post(key)).status).toBe(201);
    const aMinuteAgo = "update plain.sandbox_contents set stored_at = now() - interval '61 s' where sandbox_id = $1";
    await pool.query(aMinuteAgo, [lost.sandboxId]);
    expect((await post()).status).toBe(201);
    expect([await storedOf(lost.sandboxId), await storedOf(pending.sandboxId)]).toEqual([0, 1]);
  });
});

describe('contents', () => {
  it('of rejected requests are not stored', async () => {
    const owner = await player();
    const key = { 'idempotency-key': randomUUID() };
    const { id } = (await owner.request<Sandbox>('POST', '/sandboxes', draft, key)).body;
    const stale = Array.from({ length: 20 }, (_, n) =>
      owner.put(`/sandboxes/${id}`, { ...draft, data: n, version: 7 }),
    );
    for (const { status } of await Promise.all(stale)) expect(status).toBe(409);
    for (const other of ['other', 'another'])
      expect((await owner.request('POST', '/sandboxes', { ...draft, data: other }, key)).status).toBe(422);
    await owner.delete(`/sandboxes/${id}`);
    expect((await owner.put(`/sandboxes/${id}`, { ...draft, data: 'late', version: 1 })).status).toBe(404);
    expect(await storedOf(id)).toBe(1);
  });

  it('of concurrent saves that fail are removed, and that of the successful one is kept', async () => {
    const owner = await player();
    const { id } = await create(owner);
    const save = (data: string) => owner.put(`/sandboxes/${id}`, { ...draft, data, version: 1 });
    const sent = ['a', 'b', 'c', 'd', 'a', 'b'];
    const answers = await Promise.all(sent.map(save));
    const { body } = await open(owner, id);
    expect(body.version).toBe(2);
    // A save of the same content is a repeat.
    expect(answers.map(({ status }) => status)).toEqual(sent.map((content) => (content === body.data ? 200 : 409)));
    const { rows } = await pool.query<{ content: string }>(
      'select content from plain.sandbox_contents where sandbox_id = $1',
      [id],
    );
    const contents = rows.map(({ content }) => content);
    expect(contents).toEqual(expect.arrayContaining([JSON.stringify(data), JSON.stringify(body.data)]));
    // Only a content that two failed saves stored identically may be left to the sweep.
    expect(contents.length).toBeLessThanOrEqual(4);
  });

  it('are deleted once no sandbox uses them, and never before', async () => {
    const owner = await player();
    const [kept, deleted] = [await create(owner), await create(owner)];
    await owner.put(`/sandboxes/${kept.id}`, { ...draft, data: 'second', version: 1 });
    await owner.put(`/sandboxes/${kept.id}`, { ...draft, data: 'third', version: 2 });
    await owner.delete(`/sandboxes/${deleted.id}`);
    const sweep = platform.app.get(SweepSandboxContents);
    await platform.settled();
    await sweep.sweep();
    expect([await storedOf(kept.id), await storedOf(deleted.id)]).toEqual([3, 1]);
    // A period of 0 replaces the wait of an hour.
    await sweep.sweep(undefined, 0);
    expect([await storedOf(kept.id), await storedOf(deleted.id)]).toEqual([1, 0]);
    expect((await open(owner, kept.id)).body).toMatchObject({ data: 'third', version: 3 });
    expect((await owner.put(`/sandboxes/${kept.id}`, { ...draft, data: 'second', version: 3 })).status).toBe(200);
    expect((await open(owner, kept.id)).body).toMatchObject({ data: 'second', version: 4 });
  });

  it('of sandboxes that the read model does not contain yet are kept', async () => {
    const owner = await player();
    const { id } = await create(owner);
    await platform.settled();
    await pool.query("update read.sandboxes set content_hash = 'not yet' where id = $1", [id]);
    await platform.app.get(SweepSandboxContents).sweep(undefined, 0);
    expect(await storedOf(id)).toBe(1);
  });
});
