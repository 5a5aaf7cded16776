import type { CommandBus } from '@nestjs/cqrs';
import { InMemoryEventStore } from '../../../platform/eventsourcing/in-memory-event-store.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { sampleEvent } from '../../../platform/eventsourcing/testing/sample-events.js';
import { golden } from '../../../testing/golden-events.js';
import { userStream } from '../../people/user.stream.js';
import { ReserveSeat, ReleaseSeat } from './seats.commands.js';
import { SeatsFollowPeople } from './seats-follow-people.js';

const registered = golden('UserRegistered').data as { userId: string; organizationId: string };
const { userId } = registered;
const stream = userStream.name(userId);

/** Creates a user who was registered and then disabled; `onCommand` runs while a command is executed. */
async function disabledUser(onCommand: (store: InMemoryEventStore) => Promise<void> = async () => undefined) {
  const store = new InMemoryEventStore();
  const commands: object[] = [];
  const bus = {
    execute: async (command: object) => {
      commands.push(command);
      if (commands.length === 1) await onCommand(store);
    },
  } as CommandBus;
  let reactor: Reactor | undefined;
  const registry = { register: (each: Reactor) => void (reactor = each) } as unknown as ReactorRegistry;
  expect(new SeatsFollowPeople(store, bus, registry)).toBeDefined();
  await store.appendToStream(stream, 'no-stream', [sampleEvent(registered, 'UserRegistered')]);
  await store.appendToStream(stream, 0, [sampleEvent({ userId, cause: 'admin' }, 'UserDisabled')]);
  const react = async (): Promise<void> => reactor!.react((await store.readStream(stream))[1] as RecordedEvent);
  return { store, commands, react };
}

const enable = async (store: InMemoryEventStore): Promise<void> =>
  void (await store.appendToStream(stream, 1, [sampleEvent({ userId }, 'UserEnabled')]));

it('releases the seat of a disabled user', async () => {
  const { commands, react } = await disabledUser();
  await react();
  expect(commands).toEqual([expect.any(ReleaseSeat)]);
});

it('keeps the seat of a user who is enabled again', async () => {
  const { store, commands, react } = await disabledUser();
  await enable(store);
  await react();
  expect(commands).toEqual([]);
});

it('takes a seat again for a user who was enabled while it was released', async () => {
  const { commands, react } = await disabledUser(enable);
  await react();
  expect(commands).toEqual([expect.any(ReleaseSeat), expect.objectContaining({ holderId: userId })]);
  expect(commands[1]).toBeInstanceOf(ReserveSeat);
});
