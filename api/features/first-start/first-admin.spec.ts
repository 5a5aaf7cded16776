import type { CommandBus } from '@nestjs/cqrs';
import type { Config } from '../../config.js';
import { systemClock } from '../../platform/clock.js';
import { DomainError } from '../../platform/domain-error.js';
import { InMemoryEventStore } from '../../platform/eventsourcing/in-memory-event-store.js';
import { FirstStart } from './first-start.js';

it('names the settings of an interrupted first start whose password was stored', async () => {
  const bootstrapAdmin = { username: 'admin', email: 'admin@example.org', password: 'lunar_descent_12#' };
  const config = { roles: ['worker'], demo: false, bootstrapAdmin } as unknown as Config;
  const refused = new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another user.', 422);
  const unused = undefined as never;
  const start = new FirstStart(
    config,
    new InMemoryEventStore(),
    systemClock,
    { execute: () => Promise.reject(refused) } as unknown as CommandBus,
    unused,
    { assertNoneEnabled: async () => undefined } as never,
    unused,
    { run: (work: () => Promise<void>) => work() } as never,
  );
  await expect(start.onApplicationBootstrap()).rejects.toThrow(/start with the same BOOTSTRAP_ADMIN_USERNAME/);
});
