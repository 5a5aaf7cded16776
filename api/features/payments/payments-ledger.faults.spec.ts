import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { until } from '../../testing/until.js';
import { PaymentLog } from './payment-log.js';
import { RegistrationLease } from './pending-registrations.js';
import { PayingPlatform, type PaymentBody } from './testing/paying-platform.js';
import { PRICE } from './testing/stripe-books.js';
import type { Fault } from './testing/stripe-server.js';

const PEOPLE = 48;
const SEATS = 5;
const AT_ONCE = 16;
const ROUNDS_WITH_FAULTS = 2;
const SEED = 20_261_121;

const FAULTS: readonly Fault[] = [
  'error-before',
  'error-after',
  'silent-before',
  'silent-after',
  'reset-before',
  'reset-after',
];

let paying: PayingPlatform;
beforeAll(async () => {
  paying = await PayingPlatform.start(200);
});
afterAll(() => paying.stop());
afterEach(() => jest.restoreAllMocks());

/** One sequence of random numbers for the whole test; the order in which requests draw from it varies between runs. */
const chances = fc.sample(fc.noBias(fc.nat(9_999)), { numRuns: 20_000, seed: SEED });
let drawn = 0;
const chance = (): number => chances[drawn++ % chances.length]! / 10_000;
const pick = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!;

/** Makes every fifth call to Stripe fail, and one step in twelve kill its worker. */
function beginFaults(): void {
  paying.stripe.faults = () => (chance() < 0.2 ? pick(FAULTS) : null);
  const { renew } = RegistrationLease.prototype;
  jest.spyOn(RegistrationLease.prototype, 'renew').mockImplementation(function (this: RegistrationLease) {
    return chance() < 0.08 ? Promise.reject(new Error('killed')) : renew.call(this);
  });
  const { record } = PaymentLog.prototype;
  jest.spyOn(PaymentLog.prototype, 'record').mockImplementation(async function (this: PaymentLog, command, context) {
    if (chance() < 0.04) throw new Error('killed before');
    const appended = await record.call(this, command, context);
    if (chance() < 0.04) throw new Error('killed after');
    return appended;
  });
}

function endFaults(): void {
  paying.stripe.faults = () => null;
  jest.restoreAllMocks();
}

/** Simulates a person who fills in the form, may confirm, and retries as the page does or with another card. */
async function registers(accessCode: string): Promise<void> {
  const body: PaymentBody = paying.newPerson(pick(['pm_ok', 'pm_ok', 'pm_confirm', 'pm_declined']), { accessCode });
  const key = randomUUID();
  let answer = await paying.pay(body, key);
  if (answer.status >= 500) answer = await paying.pay(body, key);
  if (answer.body.requiresAction) {
    const { clientSecret, registrationId } = answer.body;
    const confirms = chance() < 0.7 && paying.stripe.books.confirm(clientSecret!);
    if (confirms && chance() < 0.7) answer = await paying.pay({ ...body, registrationId });
  }
  if (!answer.body.userId && chance() < 0.5)
    await paying.pay({ ...body, paymentMethodId: pick(['pm_ok', 'pm_confirm']) });
}

it('ends with one payment for each account, whatever fails', async () => {
  const organization = await paying.platform.organization(undefined, SEATS);
  const scarce = await paying.codeFor(organization);
  beginFaults();
  const waiting = Array.from({ length: PEOPLE }, (_, index) => (index % 2 === 0 ? scarce : paying.code));
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let code = waiting.pop(); code; code = waiting.pop()) await registers(code);
  });
  await Promise.all(lanes);
  for (let round = 0; round < ROUNDS_WITH_FAULTS; round += 1) await paying.sweepAfter(5);
  endFaults();
  paying.stripe.forgetKeys();
  await paying.sweepAfter(20);
  await paying.sweepAfter(13 * 60);
  expect(await paying.pending()).toEqual([]);

  // A person without an account is no customer either, even if the platform never learned of the customer.
  const { books } = paying.stripe;
  const strangers = () =>
    [...books.customers.values()].filter(({ registrationId: id, email }) => email && books.keptOf(id) === 0);
  await until(async () => {
    await paying.sweepAfter(60);
    return strangers().length === 0;
  });

  let accounts = 0;
  for (const id of paying.registrationIds) {
    const { payment, user } = await paying.eventsOf(id);
    const subscriptions = [...books.subscriptions.values()].filter(({ registrationId }) => registrationId === id);
    accounts += user.length;
    expect({ id, kept: books.keptOf(id) }).toEqual({ id, kept: user.length * PRICE.amount });
    expect(books.chargesOf(id)).toBeLessThanOrEqual(1);
    expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(user.length);
    expect(payment.includes('PaymentSucceeded')).toBe(user.includes('UserRegistered'));
    expect(payment.includes('PaymentReversed')).toBe(books.chargesOf(id) > user.length);
  }
  // Guards against a test in which all payments fail.
  expect(accounts).toBeGreaterThan(PEOPLE / 4);
  const people = [...books.customers.values()].map(({ registrationId, email }) => [registrationId, email] as const);
  const kept = people.filter(([id]) => books.keptOf(id) > 0);
  expect(new Map(kept.map(([id, email]) => [email, id])).size).toBe(new Set(kept.map(([id]) => id)).size);
  const [seats] = (
    await paying.pool.query<{ taken: number }>(
      'select count(*)::integer as taken from read.people where organization_id = $1',
      [organization],
    )
  ).rows;
  expect(seats!.taken).toBeLessThanOrEqual(SEATS);
});
