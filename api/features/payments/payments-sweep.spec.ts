import type { Config } from '../../config.js';
import { systemClock } from '../../platform/clock.js';
import type { LeaderTask } from '../../platform/eventsourcing/projecting/leader.js';
import type { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import type { CloseCustomer } from './closing/close-customer.js';
import type { CustomerClosings } from './closing/customer-closings.js';
import type { PaymentWork } from './payment-work.js';
import { PaymentsSweep } from './payments-sweep.js';
import type { PendingRegistrations } from './pending-registrations.js';
import type { StripeEvents } from './webhook/stripe-events.js';
import type { SubscriptionChanges } from './webhook/subscription-changes.js';

type ProcessRow = (row: unknown) => Promise<void>;

/** Returns a sweep that finds two rows of each kind. */
function sweepOf(processRow: ProcessRow, addTask: (task: LeaderTask) => void): PaymentsSweep {
  const rows = (kind: string) => () => Promise.resolve([`${kind} 1`, `${kind} 2`]);
  return new PaymentsSweep(
    { abandoned: rows('registration') } as unknown as PendingRegistrations,
    { resume: processRow } as unknown as PaymentWork,
    { open: rows('event'), purge: () => Promise.resolve() } as unknown as StripeEvents,
    { process: processRow } as unknown as SubscriptionChanges,
    { due: rows('closing') } as unknown as CustomerClosings,
    { close: processRow } as unknown as CloseCustomer,
    systemClock,
    { stripe: {} } as Config,
    { addTask } as unknown as Leadership,
  );
}

/** Runs the leader's task and ends the leadership during row number `last`. Returns the processed rows. */
async function processedUntil(last: number): Promise<unknown[]> {
  const ended = new AbortController();
  const processed: unknown[] = [];
  const processRow = (row: unknown): Promise<void> => {
    processed.push(row);
    if (processed.length === last) ended.abort();
    return Promise.resolve();
  };
  const tasks: LeaderTask[] = [];
  sweepOf(processRow, (task) => tasks.push(task));
  await tasks[0]!(1n, ended.signal);
  return processed;
}

it.each([
  ['registration', 1, ['registration 1']],
  ['event', 3, ['registration 1', 'registration 2', 'event 1']],
  ['closing', 5, ['registration 1', 'registration 2', 'event 1', 'event 2', 'closing 1']],
])('processes no row after the current %s when the leadership ends', async (_, last, expected) => {
  expect(await processedUntil(last)).toEqual(expected);
});
