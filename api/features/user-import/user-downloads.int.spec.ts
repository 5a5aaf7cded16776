import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { AuditPage } from '../../contracts/audit.contract.js';
import type { UserImportResult } from '../../contracts/user-import.contract.js';
import { Downloads } from '../../platform/downloads/downloads.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';

let platform: TestPlatform;
let admin: TestClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
});
afterAll(() => platform.stop());

it('records downloads of users and of results, and limits them like other downloads', async () => {
  const csv = 'username,email\r\nada.l,ada.l@example.org';
  expect((await admin.post<UserImportResult>('/users/import?dryRun=false', { csv })).body.import).not.toBeNull();
  const routes = ['/users/export', '/users/import/result'];
  const recorded = async () => {
    await platform.settled();
    const { body } = await admin.get<AuditPage>(`/audit?actorId=${admin.userId}&action=DataExported&limit=200`);
    return body.entries.length;
  };
  for (const route of routes) expect((await admin.get(route)).status).toBe(200);
  expect(await recorded()).toBe(2);

  const running = [new EventEmitter(), new EventEmitter()];
  const downloads = platform.app.get(Downloads, { strict: false });
  for (const raw of running) downloads.admit(admin.userId, { raw } as unknown as FastifyReply);
  for (const route of routes) expect((await admin.get(route)).status).toBe(429);
  for (const raw of running) raw.emit('close');
  for (const route of routes) expect((await admin.get(route)).status).toBe(200);
});
