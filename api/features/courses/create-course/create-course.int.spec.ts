import { randomUUID } from 'node:crypto';
import type { Group } from '../../../contracts/group.contract.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';

let platform: TestPlatform;
let organization: string;
let orgAdmin: TestClient;
let instructor: TestClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization();
  orgAdmin = await platform.person('OrganizationAdmin', organization);
  instructor = await platform.person('Instructor', organization);
});
afterAll(() => platform.stop());

it('creates a course once per Idempotency-Key, and rejects the key for another course', async () => {
  const body = { name: 'Once', ownerId: instructor.userId };
  const key = { 'idempotency-key': randomUUID() };
  const [first, again] = [
    await orgAdmin.request<Group>('POST', '/groups', body, key),
    await orgAdmin.request<Group>('POST', '/groups', body, key),
  ];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('x-log-position')).toBe(first.headers.get('x-log-position'));
  const reused = await orgAdmin.request('POST', '/groups', { ...body, name: 'Twice' }, key);
  expect(reused.problem).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
});

it('rejects an instructor whose account is disabled', async () => {
  const disabled = await platform.person('Instructor', organization);
  const course = await platform.course(instructor, organization);
  await orgAdmin.put(`/users/${disabled.userId}/enabled`, { enabled: false });
  const title = 'The account of this person is disabled. Enable it first.';
  const answers = [
    await orgAdmin.post('/groups', { name: 'Orbits', ownerId: disabled.userId }),
    await orgAdmin.put(`/groups/${course.id}/${disabled.userId}`),
  ];
  for (const { problem } of answers) expect(problem).toMatchObject({ status: 400, errors: { OwnerId: [title] } });
});
