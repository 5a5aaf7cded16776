import { jest } from '@jest/globals';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import type { TestClient } from '../../../testing/test-client.js';
import { until } from '../../../testing/until.js';
import { type UserCommand, userStream } from '../../people/user.stream.js';
import { PaymentLog } from '../payment-log.js';
import { PayingPlatform } from '../testing/paying-platform.js';
import { PRICE } from '../testing/stripe-books.js';
import { CustomerClosings } from './customer-closings.js';

let paying: PayingPlatform;
let admin: TestClient;
beforeAll(async () => {
  paying = await PayingPlatform.start(800);
  admin = await paying.platform.admin();
});
afterAll(() => paying.stop());
afterEach(() => {
  paying.stripe.faults = () => null;
  jest.restoreAllMocks();
});

const change = (userId: string, command: UserCommand) =>
  paying.platform.app.get(Commands).handle(userStream.of(userId), command, systemContext(new Date()));
const isNoted = (registrationId: string) => until(async () => (await paying.closings()).includes(registrationId));
const subscriptionOf = (registrationId: string) => {
  const of = <T extends { registrationId: string }>(all: Map<string, T>) =>
    [...all.values()].filter((each) => each.registrationId === registrationId);
  const { subscriptions, customers } = paying.stripe.books;
  return {
    subscriptions: of(subscriptions).map(({ status }) => status),
    isKnown: of(customers).map(({ email }) => email !== null),
  };
};

async function subscriber(): Promise<string> {
  const { body } = await paying.pay(paying.newPerson());
  expect(subscriptionOf(body.userId!)).toEqual({ subscriptions: ['active'], isKnown: [true] });
  return body.userId!;
}

describe('a deleted user', () => {
  it('is not charged again and receives no refund', async () => {
    const userId = await subscriber();
    expect((await admin.delete(`/users/${userId}`)).status).toBe(204);
    await isNoted(userId);
    await paying.sweepAfter(0);
    expect(subscriptionOf(userId)).toEqual({ subscriptions: ['canceled'], isKnown: [true] });
    expect(paying.stripe.books.keptOf(userId)).toBe(PRICE.amount);
    expect((await paying.eventsOf(userId)).payment).toEqual([
      'PaymentStarted',
      'PaymentSucceeded',
      'SubscriptionEnded',
    ]);
    expect(await paying.closings()).not.toContain(userId);
  });

  it.each(['reset-before', 'silent-after', 'error-before'] as const)(
    'is not charged again after an outage of Stripe: %s',
    async (fault) => {
      const userId = await subscriber();
      paying.stripe.faults = () => fault;
      // On a busy server, a transaction of another spec may delay the read models; the request is then repeated.
      await until(async () => (await admin.delete(`/users/${userId}`)).status === 204);
      await isNoted(userId);
      await paying.sweepAfter(1);
      expect(await paying.closings()).toContain(userId);
      paying.stripe.faults = () => null;
      await paying.sweepAfter(0);
      expect(await paying.closings()).toContain(userId);
      await paying.sweepAfter(5);
      expect(subscriptionOf(userId).subscriptions).toEqual(['canceled']);
      expect(await paying.closings()).not.toContain(userId);
    },
  );

  it('is not closed at Stripe without a payment', async () => {
    const add = jest.spyOn(CustomerClosings.prototype, 'add');
    const { userId } = await paying.platform.person('User', null);
    const paid = await subscriber();
    await admin.delete(`/users/${userId}`);
    await admin.delete(`/users/${paid}`);
    await isNoted(paid);
    expect(add.mock.calls.map(([{ registrationId }]) => registrationId)).toEqual([paid]);
  });
});

describe('an erased user', () => {
  it('is deleted at Stripe, also when the process is killed after each step', async () => {
    const userId = await subscriber();
    await change(userId, { type: 'Delete' });
    await isNoted(userId);
    await change(userId, { type: 'Erase' });
    await until(async () => {
      const { rows } = await paying.pool.query(
        'select from plain.customer_closings where registration_id = $1 and forget',
        [userId],
      );
      return rows.length === 1;
    });
    for (const [kill, method] of [
      [PaymentLog.prototype, 'record'],
      [CustomerClosings.prototype, 'finish'],
    ] as const) {
      const spy = jest.spyOn(kill as CustomerClosings, method as 'finish').mockRejectedValue(new Error('killed'));
      await paying.sweepAfter(60).catch(() => undefined);
      spy.mockRestore();
      expect(subscriptionOf(userId)).toEqual({ subscriptions: ['canceled'], isKnown: [false] });
      expect(await paying.closings()).toContain(userId);
    }
    await paying.sweepAfter(60);
    expect(await paying.closings()).not.toContain(userId);
    expect((await paying.eventsOf(userId)).payment.at(-1)).toBe('SubscriptionEnded');
  });
});

describe('a failed registration', () => {
  const isForgotten = (registrationId: string) =>
    until(async () => {
      await paying.sweepAfter(60);
      return subscriptionOf(registrationId).isKnown.every((known) => !known);
    });
  const last = () => paying.registrationIds.at(-1)!;

  it('leaves no customer after a declined card', async () => {
    await paying.pay(paying.newPerson('pm_declined'));
    expect(subscriptionOf(last()).isKnown).toEqual([true]);
    await isForgotten(last());
  });

  it('leaves no customer without a confirmation', async () => {
    const { body } = await paying.pay(paying.newPerson('pm_confirm'));
    await paying.sweepAfter(20);
    await isForgotten(body.registrationId!);
    expect(subscriptionOf(body.registrationId!).subscriptions).toEqual(['incomplete_expired']);
  });

  it('leaves no customer after a kill, even if only Stripe has stored it', async () => {
    jest.spyOn(PaymentLog.prototype, 'record').mockRejectedValue(new Error('killed'));
    expect((await paying.pay(paying.newPerson())).status).toBe(500);
    jest.restoreAllMocks();
    expect(subscriptionOf(last())).toEqual({ subscriptions: [], isKnown: [true] });
    await paying.sweepAfter(5);
    await isForgotten(last());
  });
});
