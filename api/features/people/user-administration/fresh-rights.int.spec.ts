import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import type { Role } from '../../../contracts/sign-in.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { FollowedChanges } from '../../../platform/eventsourcing/projecting/followed-changes.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { LiveHub } from '../../../platform/live/live-hub.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import {
  SetOrganizationPaid,
  SetOrganizationPaidHandler,
} from '../../organizations/change-organization/change-organization.handlers.js';
import { userStream } from '../user.stream.js';

/** Longer than rights are cached without notifications. */
const TTL_MS = 1_200;

let platform: TestPlatform;
let organization: string;
let person: TestClient;
let pool: Pool;

beforeAll(async () => {
  platform = await TestPlatform.start();
  pool = platform.app.get<Pool>(POOL);
  organization = await platform.organization();
});
afterAll(() => platform.stop());
beforeEach(async () => {
  person = await platform.person('User', organization);
  await until(() => platform.app.get(FollowedChanges).period !== undefined);
});
afterEach(() => jest.restoreAllMocks());

const isOf = (statement: unknown, name: string) => (statement as { name?: string } | undefined)?.name === name;

/** Counts the reads of rights. With `gate`, the first one returns its rows only when the gate resolves. */
function readsOfRights(gate?: Promise<void>): () => number {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  let reads = 0;
  const counted: (...args: unknown[]) => unknown = async (...args) => {
    const isCounted = isOf(args[0], 'rights-of-people');
    if (isCounted) reads += 1;
    const isHeld = isCounted && reads === 1;
    const result = await query(...args);
    if (isHeld) await gate;
    return result;
  };
  jest.spyOn(pool, 'query').mockImplementation(counted);
  return () => reads;
}

const rolesOf = async (client: TestClient) => (await client.get<Role[]>('/auth/session/roles')).body;

/** Sends requests of the person for some time. */
async function requestFor(milliseconds: number): Promise<void> {
  for (const began = performance.now(); performance.now() - began < milliseconds;) await rolesOf(person);
}

/** Changes a role as another node does: this node learns of it only from the changes of the read models. */
const changeRoleElsewhere = (client: TestClient, role: Role) =>
  platform.app
    .get(Commands)
    .handle(userStream.of(client.userId), { type: 'ChangeRole', role }, systemContext(new Date()));

it('keeps rights until a change on another node is projected', async () => {
  expect(await rolesOf(person)).toEqual(['User']);
  const reads = readsOfRights();
  // On a busy machine, a pause can end the period.
  await until(async () => {
    const before = reads();
    await requestFor(TTL_MS);
    return reads() === before;
  });
  await changeRoleElsewhere(person, 'Instructor');
  await until(async () => (await rolesOf(person))[0] === 'Instructor');
});

it('does not keep rights that were read just before they changed', async () => {
  let open!: () => void;
  const reads = readsOfRights(new Promise((resolve) => (open = resolve)));
  const notified = new Set<string>();
  platform.app.get(LiveHub).onChange('person', (userIds) => userIds.forEach((userId) => notified.add(userId)));
  const early = rolesOf(person);
  await until(() => reads() === 1);
  await changeRoleElsewhere(person, 'Instructor');
  await until(() => notified.has(person.userId));
  open();
  expect(await early).toEqual(['User']);
  expect(await rolesOf(person)).toEqual(['Instructor']);
});

it('reads rights again after the payment of an organization changed on another node', async () => {
  await rolesOf(person);
  const reads = readsOfRights();
  const handler = platform.app.get(SetOrganizationPaidHandler);
  await handler.execute(new SetOrganizationPaid(organization, false, systemContext(new Date())));
  await until(async () => (await person.get('/auth/session/roles')).status === 401);
  expect(reads()).toBeGreaterThan(0);
  await handler.execute(new SetOrganizationPaid(organization, true, systemContext(new Date())));
});

it('keeps no rights while the node may miss changes', async () => {
  const followed = platform.app.get(FollowedChanges);
  jest.spyOn(followed, 'delivered').mockReturnValue();
  followed.interrupt();
  const reads = readsOfRights();
  await requestFor(TTL_MS);
  expect(reads()).toBeGreaterThan(0);
});
