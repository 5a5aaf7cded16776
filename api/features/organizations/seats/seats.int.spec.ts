import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../platform/domain-error.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { until } from '../../../testing/until.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { type UserCommand, userStream } from '../../people/user.stream.js';
import { seatsStream } from '../seats.stream.js';
import { ReleaseSeat, TakeSeat } from './seats.commands.js';
import { SeatsSweep } from './seats-sweep.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await TestPlatform.start();
});
afterAll(() => platform.stop());

const context = (ago = 0) => systemContext(new Date(Date.now() - ago));
const take = (organizationId: string, userIds: string[], ago = 0) =>
  platform.app.get(CommandBus).execute(new TakeSeat(organizationId, userIds, context(ago)));
const change = (userId: string, command: UserCommand) =>
  platform.app.get(Commands).handle(userStream.of(userId), command, context());

/** Takes a seat like a client, which retries when too many requests compete. */
async function takeInTheEnd(organizationId: string, userId: string): Promise<void> {
  for (;;) {
    try {
      await take(organizationId, [userId]);
      return;
    } catch (error) {
      if (!(error instanceof DomainError && error.status === 503)) throw error;
    }
  }
}

async function holders(organizationId: string): Promise<string[]> {
  const seats = new Set<string>();
  for (const { type, data } of await platform.store.readStream(seatsStream.name(organizationId))) {
    const { userId } = data as { userId: string };
    if (type === 'SeatTaken') seats.add(userId);
    else seats.delete(userId);
  }
  return [...seats];
}

it('gives the last seat to one of fifty, and refuses the others', async () => {
  const organization = await platform.organization(undefined, 5);
  await take(organization, [uuidv7(), uuidv7(), uuidv7(), uuidv7()]);
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => takeInTheEnd(organization, uuidv7())));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(refused).toHaveLength(49);
  for (const reason of refused) {
    expect(reason).toMatchObject({
      status: 409,
      code: 'USER_LIMIT_REACHED',
      message: 'The organization has reached its user limit.',
    });
  }
  expect(await holders(organization)).toHaveLength(5);
});

it('gives a seat to each of fifty concurrent requests when there are fifty', async () => {
  const organization = await platform.organization(undefined, 50);
  const userIds = Array.from({ length: 50 }, () => uuidv7());
  await Promise.all(userIds.map((userId) => takeInTheEnd(organization, userId)));
  expect((await holders(organization)).toSorted()).toEqual(userIds.toSorted());
});

it('takes a seat again that was released by the same request', async () => {
  const organization = await platform.organization();
  const [userId, request] = [uuidv7(), context()];
  const bus = platform.app.get(CommandBus);
  for (let time = 0; time < 2; time += 1) {
    await bus.execute(new TakeSeat(organization, [userId], request));
    await bus.execute(new ReleaseSeat(organization, [userId], request));
  }
  await bus.execute(new TakeSeat(organization, [userId], request));
  expect(await holders(organization)).toEqual([userId]);
});

it('rejects an unknown organization', async () => {
  await expect(take(uuidv7(), [uuidv7()])).rejects.toMatchObject({ status: 404 });
});

it('releases the seats of disabled, deleted and moved users', async () => {
  const organization = await platform.organization();
  const [stays, disabled, deleted, moved] = await Promise.all(
    Array.from({ length: 4 }, () => platform.person('User', organization)),
  );
  expect(await holders(organization)).toHaveLength(4);
  await change(disabled!.userId, { type: 'Disable', cause: 'admin' });
  await change(deleted!.userId, { type: 'Delete' });
  await change(moved!.userId, { type: 'Update', profile: {}, organizationId: await platform.organization() });
  await until(async () => (await holders(organization)).length === 1);
  expect(await holders(organization)).toEqual([stays!.userId]);
});

it('releases an unused seat after ten minutes, and takes one for a user without', async () => {
  const organization = await platform.organization();
  const [forgotten, fresh] = [uuidv7(), uuidv7()];
  const person = await platform.person('User', organization);
  await take(organization, [forgotten], 10 * 60_000 + 1_000);
  await take(organization, [fresh], 9 * 60_000);
  const lose = { type: 'Release', organizationId: organization, userIds: [person.userId] } as const;
  await platform.app.get(Commands).handle(seatsStream.of(organization), lose, context());
  await platform.settled();
  await platform.app.get(SeatsSweep).sweep();
  expect((await holders(organization)).toSorted()).toEqual([fresh, person.userId].toSorted());
});
