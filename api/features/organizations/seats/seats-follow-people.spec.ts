import type { CommandBus } from '@nestjs/cqrs';
import type { EpochWatch } from '../../../platform/database/epoch-watch.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { InMemoryEventStore } from '../../../platform/eventsourcing/in-memory-event-store.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { sampleEvent } from '../../../platform/eventsourcing/testing/sample-events.js';
import { golden } from '../../../testing/golden-events.js';
import { userStream } from '../../people/user.stream.js';
import { seatsStream } from '../seats.stream.js';
import type { ReleaseSeat } from './seats.commands.js';
import { ReleaseSeatHandler } from './seats.handlers.js';
import { SeatsFollowPeople } from './seats-follow-people.js';

const registered = golden('UserRegistered').data as { userId: string; organizationId: string };
const { userId, organizationId } = registered;
const stream = userStream.name(userId);
const seats = seatsStream.name(organizationId);

/** Creates a seated user who was registered and then disabled; `afterRelease` runs when the seat was released. */
async function disabledUser(afterRelease: (store: InMemoryEventStore) => Promise<void> = async () => undefined) {
  const store = new InMemoryEventStore();
  const append = store.appendToStream.bind(store);
  store.appendToStream = async (name, version, events) => {
    const appended = await append(name, version, events);
    if (events[0]!.type === 'SeatReleased') await afterRelease(store);
    return appended;
  };
  const release = new ReleaseSeatHandler(
    new Commands(store, { onChange: () => undefined } as unknown as EpochWatch),
    store,
  );
  const bus = { execute: (command: ReleaseSeat) => release.execute(command) } as unknown as CommandBus;
  let reactor: Reactor | undefined;
  const registry = { register: (each: Reactor) => void (reactor = each) } as unknown as ReactorRegistry;
  expect(new SeatsFollowPeople(store, bus, registry)).toBeDefined();
  await store.appendToStream(seats, 'no-stream', [sampleEvent({ organizationId, userId }, 'SeatTaken')]);
  await store.appendToStream(stream, 'no-stream', [sampleEvent(registered, 'UserRegistered')]);
  await store.appendToStream(stream, 0, [sampleEvent({ userId, cause: 'admin' }, 'UserDisabled')]);
  const react = async (): Promise<string[]> => {
    await reactor!.react((await store.readStream(stream))[1] as RecordedEvent);
    return (await store.readStream(seats)).map(({ type }) => type);
  };
  return { store, react };
}

const enable = async (store: InMemoryEventStore): Promise<void> =>
  void (await store.appendToStream(stream, 1, [sampleEvent({ userId }, 'UserEnabled')]));

it('releases the seat of a disabled user', async () => {
  const { react } = await disabledUser();
  expect(await react()).toEqual(['SeatTaken', 'SeatReleased']);
});

it('keeps the seat of a user who is enabled again', async () => {
  const { store, react } = await disabledUser();
  await enable(store);
  expect(await react()).toEqual(['SeatTaken']);
});

it('takes a seat again for a user who was enabled while it was released', async () => {
  const { react } = await disabledUser(enable);
  expect(await react()).toEqual(['SeatTaken', 'SeatReleased', 'SeatTaken']);
});
