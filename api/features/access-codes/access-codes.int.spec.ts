import { v7 as uuidv7 } from 'uuid';
import type { AccessCode } from '../../contracts/access-code.contract.js';
import type { Organization } from '../../contracts/organization.contract.js';
import { LOG, type Log } from '../../platform/eventsourcing/log.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';

let platform: TestPlatform;
let admin: TestClient;
let organization: string;
beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
  organization = await platform.organization('Orbit School');
});
afterAll(() => platform.stop());

const generate = async () => (await admin.post<AccessCode>('/users/accessCodes')).body;
const list = async () => (await admin.get<AccessCode[]>('/users/accessCodes')).body;
const find = async (id: string) => (await list()).find((code) => code.id === id);
const assign = (code: string, to = organization, headers = {}) =>
  admin.put(`/organizations/accessCodes/${encodeURIComponent(code)}/${to}`, undefined, headers);

it('generates an unassigned code in groups of four, and lists the newest first', async () => {
  const first = await generate();
  const created = await admin.post<AccessCode>('/users/accessCodes');
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String) as string,
    code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/) as string,
    assignedOrganization: null,
    organizationDeleted: false,
    dateGenerated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
    numberOfUsersAssigned: 0,
  });
  expect((await list()).slice(0, 2)).toEqual([created.body, first]);
});

it('returns the same code for a repeated request', async () => {
  const listOwn = async () =>
    (await (
      await fetch(`${platform.url}/api/users/accessCodes`, {
        method: 'POST',
        headers: { 'x-auth-token': admin.token, 'idempotency-key': 'one-code' },
      })
    ).json()) as AccessCode;
  const [first, second] = await Promise.all([listOwn(), listOwn()]);
  expect(second).toEqual(first);
  await platform.settled();
  expect((await list()).filter(({ id }) => id === first.id)).toEqual([first]);
});

it('assigns a code in any spelling, once', async () => {
  const { id, code } = await generate();
  expect((await assign(code.toLowerCase().replaceAll('-', ' '))).status).toBe(204);
  expect(await find(id)).toMatchObject({ assignedOrganization: { id: organization, name: 'Orbit School' } });
  expect((await assign(code)).problem).toMatchObject({
    status: 409,
    code: 'ACCESS_CODE_ASSIGNED',
    title: 'Access code is already assigned.',
  });
});

it('repeats an assignment with its key, and rejects it with another key', async () => {
  const { code } = await generate();
  const other = await platform.organization();
  const key = { 'idempotency-key': 'assign-once' };
  const both = await Promise.all([assign(code, organization, key), assign(code, organization, key)]);
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  const repeated = await assign(code, organization, key);
  expect(repeated.status).toBe(204);
  expect(repeated.headers.get('x-log-position')).toBe(both[0].headers.get('x-log-position'));
  expect((await assign(code, organization, { 'idempotency-key': 'another' })).status).toBe(409);
  expect((await assign(code, other, key)).status).toBe(409);
});

it('assigns a code to only one of twenty concurrent requests', async () => {
  const { code } = await generate();
  const other = await platform.organization();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => assign(code, index % 2 ? other : organization)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 19 }, () => 409)]);
  for (const { status, problem } of answers) {
    if (status === 409) expect(problem.title).toBe('Access code is already assigned.');
  }
});

it('rejects the assignment of an unknown code and to an unknown organization', async () => {
  const { code } = await generate();
  expect((await assign('2222-2222-2222-2222')).status).toBe(404);
  expect((await assign(code, uuidv7())).status).toBe(404);
  const deleted = (await admin.post<Organization>('/organizations/Gone')).body;
  await admin.delete(`/organizations/${deleted.id}`);
  expect((await assign(code, deleted.id)).status).toBe(404);
  expect((await assign(code)).status).toBe(204);
});

it('rejects another assignment after the organization was deleted, and explains why', async () => {
  const { id, code } = await generate();
  const closed = (await admin.post<Organization>('/organizations/Closed')).body;
  await assign(code, closed.id);
  await admin.delete(`/organizations/${closed.id}`);
  expect(await find(id)).toMatchObject({ assignedOrganization: null, organizationDeleted: true });
  expect((await assign(code)).problem).toMatchObject({
    status: 409,
    code: 'ACCESS_CODE_ASSIGNED',
    title:
      'This access code belonged to a deleted organization, whose members may still know it. Add a new access code instead.',
  });
});

it('does not find a deleted code', async () => {
  const { id, code } = await generate();
  expect((await admin.delete(`/users/accessCodes/${id}`)).status).toBe(204);
  expect(await find(id)).toBeUndefined();
  expect((await assign(code)).status).toBe(404);
  expect((await admin.delete(`/users/accessCodes/${id}`)).status).toBe(404);
});

it('repeats a deletion with its key, and does not find the code with another key', async () => {
  const { id } = await generate();
  const remove = (key: string) =>
    admin.request('DELETE', `/users/accessCodes/${id}`, undefined, { 'idempotency-key': key });
  const answers = [...(await Promise.all([remove('once'), remove('once')])), await remove('once')];
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect((await remove('another')).status).toBe(404);
});

it('stores the readable code in the read model only', async () => {
  const { id, code } = await generate();
  const log = platform.app.get<Log>(LOG);
  const spellings = [code, code.replaceAll('-', ''), code.toLowerCase(), code.replaceAll('-', '').toLowerCase()];
  for (const spelling of spellings) expect(await log.findText(spelling)).toEqual([]);
  expect(await log.findText(id)).not.toEqual([]);
});

it.each(['OrganizationAdmin', 'Instructor', 'User'] as const)('rejects a %s', async (role) => {
  const client = await platform.person(role, organization);
  const answers = await Promise.all([
    client.get('/users/accessCodes'),
    client.post('/users/accessCodes'),
    client.delete(`/users/accessCodes/${uuidv7()}`),
    client.put(`/organizations/accessCodes/2222/${organization}`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});
