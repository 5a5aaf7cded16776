import type { Pool } from 'pg';
import { type Bookmark, MAX_BOOKMARKS } from '../../../contracts/bookmark.contract.js';
import type { RecordedStateRow } from '../../../contracts/recording.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { closeAll, eventually, openLive, watch } from '../../../platform/live/testing/live-client.js';
import { classKit } from '../../../testing/class-kit.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());
afterEach(closeAll);

const path = (id = '') => `/sessions/${kit.session.id}/bookmarks${id && `/${id}`}`;
const add = async (body: object = {}) => (await kit.instructor.post<Bookmark>(path(), body)).body;
const list = async () => (await kit.instructor.get<Bookmark[]>(path())).body;
const notes = async () => (await list()).map(({ note }) => note);

it('marks the present moment with who and when, and with a note if there is one', async () => {
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  const bookmark = await add();
  expect(bookmark).toMatchObject({ note: '', author: { userId: kit.instructor.userId } });
  expect(bookmark.author.name).not.toBe('');
  expect(Date.parse(bookmark.at)).toBeGreaterThanOrEqual(before);
  await add({ note: ' Everybody is stuck. ' });
  expect(await notes()).toEqual(['', 'Everybody is stuck.']);
});

it('marks an earlier moment of the class, and none outside it', async () => {
  const { at: late } = await add({ at: '2990-01-01T00:00:00Z' });
  const { at: early } = await add({ at: '1990-01-01T00:00:00Z' });
  expect(early).toBe(kit.session.startDate);
  expect(Date.parse(late)).toBeLessThanOrEqual(Date.now());
  expect((await list()).map(({ at }) => at)).toEqual([early, late]);
});

it('changes the note, deletes a bookmark, and restores it with its author', async () => {
  const { id, at } = await add({ note: 'First' });
  const admin = await kit.platform.admin();
  expect((await admin.put<Bookmark>(path(id), { note: 'Second' })).body).toMatchObject({ id, at, note: 'Second' });
  for (let times = 0; times < 2; times += 1) expect((await admin.delete(path(id))).status).toBe(204);
  expect(await list()).toEqual([]);
  const restored = await admin.put<Bookmark>(path(id), { note: 'Second' });
  expect(restored.body).toMatchObject({ id, at, note: 'Second', author: { userId: kit.instructor.userId } });
  expect(await list()).toHaveLength(1);
});

it('is not found under another class', async () => {
  const { id } = await add();
  const { session } = await kit.platform.runningClass(kit.instructor, kit.organization, []);
  await kit.platform.settled();
  const elsewhere = `/sessions/${session.id}/bookmarks/${id}`;
  expect((await kit.instructor.put(elsewhere, { note: 'Moved' })).status).toBe(404);
  expect((await kit.instructor.delete(elsewhere)).status).toBe(404);
  expect(await notes()).toEqual(['']);
});

it('adds one bookmark for a repeated request', async () => {
  const requests = [1, 2].map(() => kit.instructor.request('POST', path(), {}, { 'idempotency-key': 'once' }));
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([201, 201]);
  expect(await list()).toHaveLength(1);
});

it('rejects more bookmarks than a class may have, and notes that are too long', async () => {
  const { status } = await kit.instructor.post(path(), { note: 'x'.repeat(501) });
  expect(status).toBe(400);
  await kit.platform.app.get<Pool>(POOL).query(
    `insert into plain.bookmarks (bookmark_id, session_id, user_id, at, note)
     select gen_random_uuid(), $1, $2, now(), '' from generate_series(1, $3)`,
    [kit.session.id, kit.instructor.userId, MAX_BOOKMARKS],
  );
  expect((await kit.instructor.post(path(), {})).problem).toMatchObject({
    status: 409,
    code: 'BOOKMARK_LIMIT_REACHED',
  });
});

it('is sent to staff who watch the recording, and never to students', async () => {
  const topic = { topic: 'recorded-states', id: kit.session.id } as const;
  expect(await watch(openLive(kit.platform.url, kit.student.token).socket, topic)).toMatchObject({ ok: false });
  const { socket, changes } = openLive(kit.platform.url, kit.instructor.token);
  expect(await watch(socket, topic)).toMatchObject({ ok: true, full: true, rows: [] });
  const { id } = await add({ note: 'Look' });
  const rows = () => changes.flatMap((message) => message.rows).filter(({ key }) => key === id);
  const row = await eventually(() => rows()[0]);
  const value: Partial<RecordedStateRow> = { kind: 'bookmark', authorId: kit.instructor.userId, note: 'Look' };
  expect(row.value).toMatchObject(value);
  await kit.instructor.delete(path(id));
  await eventually(() => (rows().at(-1)?.value === null ? true : undefined));
});
