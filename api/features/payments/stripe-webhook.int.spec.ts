import { until } from '../../testing/until.js';
import { PayingPlatform } from './testing/paying-platform.js';
import { PRICE } from './testing/stripe-books.js';

let paying: PayingPlatform;
beforeAll(async () => {
  paying = await PayingPlatform.start(800);
});
afterAll(() => paying.stop());
afterEach(() => {
  paying.stripe.faults = () => null;
});

type Event = ReturnType<PayingPlatform['stripe']['events']>[number];

const deliver = async (event: object, options?: { secret?: string; timestamp?: number }) =>
  (await paying.stripe.deliver(paying.platform.url, event, options)).status;
const subscriptionOf = (registrationId: string) =>
  [...paying.stripe.books.subscriptions.values()].find((each) => each.registrationId === registrationId)!;
const eventsAbout = (registrationId: string): Event[] =>
  paying.stripe.events().filter(({ id }) => id.endsWith(subscriptionOf(registrationId).id));
const userEvents = async (registrationId: string) => (await paying.eventsOf(registrationId)).user;

async function subscriber(): Promise<string> {
  const { body } = await paying.pay(paying.newPerson());
  return body.userId!;
}

async function openEvents(): Promise<number> {
  const { rows } = await paying.pool.query<{ open: number }>(
    'select count(*)::integer as open from plain.stripe_events where processed_at is null',
  );
  return rows[0]!.open;
}
async function waiting(): Promise<{ tries: number; seconds: number }> {
  const { rows } = await paying.pool.query<{ tries: number; seconds: number }>(
    `select tries, extract(epoch from due_at - now())::float8 as seconds
     from plain.stripe_events where processed_at is null`,
  );
  return rows[0]!;
}
const processed = () => until(async () => (await openEvents()) === 0);

it('disables a user whose subscription has ended, once, for events in any order and number', async () => {
  const userId = await subscriber();
  paying.stripe.books.end(subscriptionOf(userId).id, 'unpaid');
  paying.stripe.books.end(subscriptionOf(userId).id, 'canceled');
  const events = eventsAbout(userId);
  expect(events.length).toBeGreaterThan(2);
  for (const event of [...events.toReversed(), ...events]) expect(await deliver(event)).toBe(200);
  await until(async () => (await userEvents(userId)).includes('UserDisabled'));
  await processed();
  expect(await userEvents(userId)).toEqual(['UserRegistered', 'UserDisabled']);
  const [, , ended] = await paying.platform.store.readStream(`payment-${userId}`);
  expect(ended).toMatchObject({ type: 'SubscriptionEnded', data: { reason: 'canceled' } });
  const [, disabled] = await paying.platform.store.readStream(`user-${userId}`);
  expect(disabled?.data).toEqual({ userId, cause: 'subscription' });
});

it('uses the current state at Stripe instead of a stale event', async () => {
  const userId = await subscriber();
  const [event] = eventsAbout(userId);
  const forged = { ...event!, id: 'evt_old', type: 'customer.subscription.deleted' };
  expect(await deliver(forged)).toBe(200);
  await processed();
  expect((await paying.eventsOf(userId)).payment).toEqual(['PaymentStarted', 'PaymentSucceeded']);
});

it('creates the account of a person who confirmed and did not return', async () => {
  const { body } = await paying.pay(paying.newPerson('pm_confirm'));
  paying.stripe.books.confirm(body.clientSecret!);
  for (const event of eventsAbout(body.registrationId!)) await deliver(event);
  await until(async () => (await userEvents(body.registrationId!)).length === 1);
  expect(paying.stripe.books.keptOf(body.registrationId!)).toBe(PRICE.amount);
});

it('responds during an outage of Stripe and processes the event later', async () => {
  const userId = await subscriber();
  paying.stripe.books.end(subscriptionOf(userId).id, 'canceled');
  paying.stripe.faults = () => 'silent-before';
  for (const event of eventsAbout(userId)) expect(await deliver(event)).toBe(200);
  // The webhook did not wait for Stripe: its events are still open.
  expect(await openEvents()).toBeGreaterThan(0);
  paying.stripe.faults = () => null;
  await paying.sweepAfter(1);
  await until(async () => (await userEvents(userId)).includes('UserDisabled'));
});

it('ignores foreign subscriptions and events about other objects', async () => {
  const customer = paying.stripe.books.createCustomer('shop@example.org', 'pm_ok', '');
  const foreign = paying.stripe.books.subscribe(customer, PRICE.id, 'pm_ok', 'shop-42');
  for (const event of eventsAbout(foreign.registrationId)) expect(await deliver(event)).toBe(200);
  await processed();
  expect(await deliver({ id: 'evt_other', type: 'charge.succeeded', livemode: false, data: { object: {} } })).toBe(200);
  expect(await openEvents()).toBe(0);
});

it('completes the event of a subscription unknown to Stripe', async () => {
  const event = { id: 'evt_lost', type: 'customer.subscription.updated', livemode: false };
  expect(await deliver({ ...event, data: { object: { id: 'sub_lost' } } })).toBe(200);
  await processed();
});

it('delays a failing event longer each time, so that newer events come first', async () => {
  const [stuck, newer] = [await subscriber(), await subscriber()];
  const { id: stuckId } = subscriptionOf(stuck);
  const asked = { stuck: 0 };
  paying.stripe.faults = ({ method, id }) => {
    if (method !== 'GET' || id !== stuckId) return null;
    asked.stuck += 1;
    return 'error-before';
  };
  paying.stripe.books.end(stuckId, 'canceled');
  const [event] = eventsAbout(stuck).toReversed();
  expect(await deliver(event!)).toBe(200);
  await until(async () => (await waiting()).tries === 1);
  const { tries, seconds } = await waiting();
  expect({ tries, isLater: seconds > 20 && seconds <= 30 }).toEqual({ tries: 1, isLater: true });
  const before = asked.stuck;
  await paying.sweepAfter(0);
  expect(asked.stuck).toBe(before);
  await paying.sweepAfter(1);
  expect(asked.stuck).toBeGreaterThan(before);
  expect(await waiting()).toMatchObject({ tries: 2 });
  expect((await waiting()).seconds).toBeGreaterThan(50);
  paying.stripe.books.end(subscriptionOf(newer).id, 'canceled');
  for (const each of eventsAbout(newer)) await deliver(each);
  await until(async () => (await userEvents(newer)).includes('UserDisabled'));
  paying.stripe.faults = () => null;
  await paying.sweepAfter(5);
  await until(async () => (await userEvents(stuck)).includes('UserDisabled'));
});

describe('the webhook', () => {
  const event = {
    id: 'evt_1',
    type: 'customer.subscription.updated',
    livemode: false,
    data: { object: { id: 'sub_1' } },
  };
  const post = async (body: string, headers: Record<string, string> = {}) =>
    (
      await fetch(`${paying.platform.url}/api/payments/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    ).status;

  it('rejects a wrong, old or missing signature, and one for another body', async () => {
    expect(await deliver(event, { secret: 'whsec_wrong' })).toBe(400);
    expect(await deliver(event, { timestamp: Math.floor(Date.now() / 1_000) - 301 })).toBe(400);
    expect(await post(JSON.stringify(event))).toBe(400);
    expect(await post('', { 'stripe-signature': 't=1,v1=00' })).toBe(400);
    expect(await post('{}', { 'stripe-signature': 'nonsense' })).toBe(400);
    expect(await openEvents()).toBe(0);
  });

  it('rejects events of the other mode, and those that are too large', async () => {
    expect(await deliver({ ...event, livemode: true })).toBe(400);
    expect(await deliver({ ...event, more: 'x'.repeat(64 * 1024) })).toBe(413);
    expect(await openEvents()).toBe(0);
  });
});
