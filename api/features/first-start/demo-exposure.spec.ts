import type { Config } from '../../config.js';
import { InMemoryEventStore } from '../../platform/eventsourcing/in-memory-event-store.js';
import { sampleMetadata } from '../../platform/eventsourcing/testing/sample-events.js';
import { testConfig } from '../../platform/http/testing/test-http-application.js';
import { golden } from '../../testing/golden-events.js';
import { userStream } from '../people/user.stream.js';
import { DemoExposure } from './demo-exposure.js';
import { demoUserId } from './seed-demo.js';

/** Creates a platform with these events of the demo account `student07`. */
async function platform(types: readonly string[], config: Partial<Config>) {
  const store = new InMemoryEventStore();
  const userId = demoUserId('student07');
  const events = types.map((type, index) => ({
    ...golden(type, { userId }),
    eventId: `0198c0de-0000-7000-8000-00000000000${index}`,
    metadata: sampleMetadata(),
  }));
  if (events.length > 0) await store.appendToStream(userStream.name(userId), 'no-stream', events);
  return new DemoExposure(testConfig(config), store);
}

const everywhere = { host: '0.0.0.0' };
const CREATED = ['UserRegistered'];

it('refuses to start for other machines while demo accounts are enabled, and names the remedy', async () => {
  await expect((await platform(CREATED, everywhere)).assertNoneEnabled()).rejects.toThrow(
    'HOST=0.0.0.0 would let other machines use the demo accounts: set HOST=127.0.0.1, or disable the demo accounts first, or set DEMO=on to allow it.',
  );
  await expect(
    (await platform([...CREATED, 'UserDisabled', 'UserEnabled'], everywhere)).assertNoneEnabled(),
  ).rejects.toThrow();
});

it('refuses to create demo accounts that other machines could use', async () => {
  const refused = await platform([], everywhere);
  expect(() => refused.assertMayBeMade()).toThrow('or set DEMO=on to allow it.');
  (await platform([], { ...everywhere, isDemoChosen: true })).assertMayBeMade();
  for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) (await platform([], { host })).assertMayBeMade();
  (await platform([], { ...everywhere, roles: ['worker'] })).assertMayBeMade();
});

it.each<[string, readonly string[], Partial<Config>]>([
  ['without demo accounts', [], everywhere],
  ['when they are disabled', [...CREATED, 'UserDisabled'], everywhere],
  ['when they are deleted', [...CREATED, 'UserDeleted'], everywhere],
  ['when DEMO=on was set', CREATED, { ...everywhere, isDemoChosen: true }],
  ['on loopback', CREATED, { host: '127.0.0.1' }],
  ['when it does not listen', CREATED, { ...everywhere, roles: ['worker'] }],
])('starts %s', async (_, types, config) => {
  await (await platform(types, config)).assertNoneEnabled();
});
