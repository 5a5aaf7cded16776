import { systemContext } from '../../platform/eventsourcing/system-context.js';
import type { PaymentLog } from './payment-log.js';
import type { Payment } from './payment.stream.js';
import { PaymentWork } from './payment-work.js';
import type { PendingRegistrations, StoredRegistration } from './pending-registrations.js';
import type { SubscriptionSaga } from './subscription-saga.js';

it('returns the outcome that another request reaches while the log is read', async () => {
  let payment: Payment = { status: 'started', customerId: 'cus_1' };
  let open: object | null = {};
  const log = {
    read: () => {
      const found = payment;
      payment = { status: 'succeeded', customerId: 'cus_1' };
      open = null;
      return Promise.resolve(found);
    },
  };
  const pending = {
    // Another request works on the registration.
    lease: () => Promise.resolve(null),
    find: () => Promise.resolve(open as StoredRegistration | null),
  };
  const work = new PaymentWork(
    log as unknown as PaymentLog,
    pending as unknown as PendingRegistrations,
    {} as SubscriptionSaga,
  );
  expect(await work.finish('registration', systemContext(new Date()))).toEqual({ kind: 'registered' });
});
