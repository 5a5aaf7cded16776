import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createTestEngine, type TestEngine, TestRights } from '../../platform/auth/testing/test-engine.js';
import { POOL } from '../../platform/database/pool.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { sampleMetadata } from '../../platform/eventsourcing/testing/sample-events.js';
import { ChangeUserLimit, SetOrganizationPaid } from './change-organization/change-organization.commands.js';
import { CreateOrganization } from './create-organization/create-organization.command.js';
import { OrganizationsModule } from './organizations.module.js';
import { organizationsProjection } from './organizations.projection.js';

let platform: TestEngine;
let bus: CommandBus;
beforeAll(async () => {
  const eventSourcing = { projections: [organizationsProjection] };
  platform = await createTestEngine({ imports: [OrganizationsModule], eventSourcing, rights: new TestRights() });
  bus = platform.app.get(CommandBus);
});
afterAll(() => platform.close());

const context = () => ({ commandId: uuidv7(), metadata: sampleMetadata() });
async function read(id: string) {
  await platform.app.get(Progress).catchUp();
  const { rows } = await platform.app.get<Pool>(POOL).query('select * from read.organizations where id = $1', [id]);
  return rows[0] as object;
}

it('creates, marks paid and unpaid, and changes the limit', async () => {
  const using = context();
  const { organizationId } = await bus.execute(new CreateOrganization('Orbit School', using));
  expect(await read(organizationId)).toMatchObject({
    name: 'Orbit School',
    is_paid: false,
    user_limit: 5,
    created_at: new Date(using.metadata.occurredAt),
  });
  await bus.execute(new SetOrganizationPaid(organizationId, true, context()));
  await bus.execute(new ChangeUserLimit(organizationId, 500, context()));
  expect(await read(organizationId)).toMatchObject({ is_paid: true, user_limit: 500 });
  await bus.execute(new SetOrganizationPaid(organizationId, false, context()));
  expect(await read(organizationId)).toMatchObject({ is_paid: false, user_limit: 500 });
});

it('refuses a name somebody has, and answers a repeat as the first time', async () => {
  const using = context();
  const first = await bus.execute(new CreateOrganization('Range', using));
  expect((await bus.execute(new CreateOrganization('Range', using))).organizationId).toBe(first.organizationId);
  await expect(bus.execute(new CreateOrganization(' RANGE', context()))).rejects.toMatchObject({
    code: 'ALREADY_TAKEN',
  });
});
