import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { RegisterAndPayResponse } from '../../contracts/payment.contract.js';
import { Credentials } from '../../platform/auth/credentials.js';
import { PaymentLog } from './payment-log.js';
import { PayingPlatform, type PaymentBody } from './testing/paying-platform.js';
import { PRICE } from './testing/stripe-books.js';

const LIMIT_TEXT = 'The organization has reached its user limit.';
const SUCCESS = { payment: ['PaymentStarted', 'PaymentSucceeded'], user: ['UserRegistered'] };

let paying: PayingPlatform;
beforeAll(async () => {
  paying = await PayingPlatform.start(800);
});
afterAll(() => paying.stop());
afterEach(() => {
  paying.stripe.faults = () => null;
  jest.restoreAllMocks();
});

/** Counts payments that were begun; other calls of the leader to Stripe do not count. */
const beginnings = () =>
  paying.stripe.calls.filter(({ method, path }) => `${method} ${path}` === 'POST /customers').length;
const kept = (registrationId: string) => paying.stripe.books.keptOf(registrationId);
const notRegistered = (message: unknown) => ({
  status: 200,
  body: { userId: null, message, isFieldError: false, errors: [] },
});
const formErrors = (...errors: string[]) => ({
  status: 200,
  body: { userId: null, message: '', isFieldError: true, errors },
});

async function logOf(stream: string): Promise<string> {
  const past = await paying.platform.store.readStream(stream);
  return past.map(({ data, metadata }) => JSON.stringify({ data, metadata })).join();
}

async function asked(body: PaymentBody): Promise<Required<RegisterAndPayResponse>> {
  const answer = await paying.pay(body);
  expect(answer.body).toMatchObject({ userId: null, requiresAction: true });
  return answer.body as Required<RegisterAndPayResponse>;
}

describe('paying', () => {
  it('charges the card, then creates an account that can sign in', async () => {
    const body = paying.newPerson();
    const { status, body: answer } = await paying.pay(body);
    expect({ status, answer }).toEqual({
      status: 200,
      answer: { userId: expect.any(String) as string, message: '', isFieldError: false, errors: [] },
    });
    expect(kept(answer.userId!)).toBe(PRICE.amount);
    expect(await paying.eventsOf(answer.userId!)).toEqual(SUCCESS);
    expect(await paying.pending()).toEqual([]);
    await paying.platform.settled();
    expect(await paying.canSignIn(body)).toBe(true);
  });

  it('reports a declined card and accepts another one', async () => {
    const body = paying.newPerson('pm_declined');
    expect(await paying.pay(body)).toEqual(notRegistered('Your card has insufficient funds.'));
    const second = await paying.pay({ ...body, paymentMethodId: 'pm_ok' });
    expect(kept(second.body.userId!)).toBe(PRICE.amount);
  });

  it('limits declined cards of one address to ten an hour', async () => {
    const address = '203.0.113.77';
    const declined = () => paying.pay(paying.newPerson('pm_declined'), undefined, address);
    for (let n = 0; n < 10; n += 1) expect((await declined()).status).toBe(200);
    const before = beginnings();
    expect((await declined()).body.code).toBe('TOO_MANY_REQUESTS');
    expect((await paying.pay(paying.newPerson(), undefined, address)).status).toBe(429);
    expect(beginnings()).toBe(before);
    expect((await paying.pay(paying.newPerson())).status).toBe(200);
  });

  it('reports a card that Stripe rejects', async () => {
    const body = paying.newPerson('pm_broken');
    expect(await paying.pay(body)).toEqual(notRegistered("Your card's security code is incorrect."));
    expect(await paying.pending()).toEqual([]);
  });

  it('shows refusals by the rules of registration on the form and charges nothing', async () => {
    const before = beginnings();
    const taken = paying.newPerson();
    await paying.platform.person('User', null);
    expect(await paying.pay(paying.newPerson('pm_ok', { accessCode: '' }))).toEqual(
      formErrors('Enter your access code.'),
    );
    await paying.pay(taken);
    const calls = beginnings();
    const other = { ...taken.userRegistrationDetails, password: 'another_orbit_8#' };
    expect(await paying.pay({ ...taken, userRegistrationDetails: other })).toEqual(
      formErrors('Username is already taken.', 'Email is already registered.'),
    );
    expect(calls).toBeGreaterThan(before);
    expect(beginnings()).toBe(calls);
  });

  it.each([{ roles: ['SystemAdmin'] }, { organizationId: uuidv7() }, { enabled: true }])(
    'rejects %j in the details',
    async (more) => {
      const answer = await paying.pay(paying.newPerson('pm_ok', more));
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    },
  );

  it('charges a person who claims to register for free', async () => {
    const { body } = await paying.pay(paying.newPerson('pm_ok', { isFreeUser: true }));
    expect(kept(body.userId!)).toBe(PRICE.amount);
  });
});

describe('paying for a seat in an organization', () => {
  it('joins the organization of the code', async () => {
    const organization = await paying.platform.organization();
    const accessCode = await paying.codeFor(organization);
    const { body } = await paying.pay(paying.newPerson('pm_ok', { accessCode }));
    const [registered] = await paying.platform.store.readStream(`user-${body.userId!}`);
    expect(registered?.data).toMatchObject({ organizationId: organization, role: 'User', through: 'paid' });
  });

  it('creates an account without an organization when the organization was deleted', async () => {
    const organization = await paying.platform.organization();
    const accessCode = await paying.codeFor(organization);
    const admin = await paying.platform.admin();
    expect((await admin.delete(`/organizations/${organization}`)).status).toBe(204);
    const { body } = await paying.pay(paying.newPerson('pm_ok', { accessCode }));
    expect(kept(body.userId!)).toBe(PRICE.amount);
    const [registered] = await paying.platform.store.readStream(`user-${body.userId!}`);
    expect(registered?.data).toMatchObject({
      organizationId: null,
      accessCodeId: expect.any(String) as string,
      through: 'paid',
    });
  });

  it('gives the last seat to one of two concurrent payers and refunds the other', async () => {
    const organization = await paying.platform.organization(undefined, 5);
    const accessCode = await paying.codeFor(organization);
    for (let seat = 0; seat < 4; seat += 1) await paying.platform.person('User', organization);
    const two = [asked, asked].map((confirmLater) => confirmLater(paying.newPerson('pm_confirm', { accessCode })));
    // The rules have admitted both before either has a seat.
    const both = await Promise.all(two);
    expect(both).toHaveLength(2);
    const bodies = both.map(({ registrationId }) => registrationId);
    for (const { clientSecret } of both) paying.stripe.books.confirm(clientSecret);
    await paying.sweepAfter(5);
    const outcomes = await Promise.all(bodies.map((id) => paying.eventsOf(id)));
    expect(outcomes).toEqual(
      expect.arrayContaining([SUCCESS, { payment: ['PaymentStarted', 'PaymentReversed'], user: [] }]),
    );
    expect(bodies.map(kept).toSorted()).toEqual([0, PRICE.amount]);
    expect(bodies.map((id) => paying.stripe.books.chargesOf(id))).toEqual([1, 1]);
  });

  it('refunds the payment when the organization is full by then', async () => {
    const organization = await paying.platform.organization(undefined, 5);
    const accessCode = await paying.codeFor(organization);
    const body = paying.newPerson('pm_confirm', { accessCode });
    const { registrationId, clientSecret } = await asked(body);
    for (let seat = 0; seat < 5; seat += 1) await paying.platform.person('User', organization);
    paying.stripe.books.confirm(clientSecret);
    const answer = await paying.pay({ ...body, registrationId });
    expect(answer).toEqual(notRegistered(expect.stringContaining(LIMIT_TEXT)));
    expect(answer.body.message).toContain('returned to your card');
    expect(kept(registrationId)).toBe(0);
  });
});

describe('3-D Secure', () => {
  it('asks the holder to confirm, then continues the registration', async () => {
    const body = paying.newPerson('pm_confirm');
    const { registrationId, clientSecret } = await asked(body);
    expect(paying.stripe.books.confirm(clientSecret)).toBe(true);
    expect((await paying.pay({ ...body, registrationId })).body.userId).toBe(registrationId);
    expect((await paying.pay({ ...body, registrationId })).body.userId).toBe(registrationId);
    expect(paying.stripe.books.chargesOf(registrationId)).toBe(1);
  });

  it('continues only with the same details, and rejects unknown ids', async () => {
    const body = paying.newPerson('pm_confirm');
    const { registrationId, clientSecret } = await asked(body);
    paying.stripe.books.confirm(clientSecret);
    const changed = (changes: object) => ({
      ...body,
      registrationId,
      userRegistrationDetails: { ...body.userRegistrationDetails, ...changes },
    });
    const others = [
      changed({ password: 'another_orbit_8#' }),
      changed({ lastName: 'Byron' }),
      { ...body, registrationId, paymentMethodId: 'pm_ok' },
      { ...body, registrationId: uuidv7() },
    ];
    for (const other of others) expect((await paying.pay(other)).status).toBe(404);
    expect((await paying.pay({ ...body, registrationId })).body.userId).toBe(registrationId);
    expect((await paying.pay(changed({ email: 'somebody.else@example.org' }))).status).toBe(404);
  });

  it('is cancelled when the same person pays with another card before confirming', async () => {
    const body = paying.newPerson('pm_confirm');
    const { registrationId, clientSecret } = await asked(body);
    const { userId } = (await paying.pay({ ...body, paymentMethodId: 'pm_ok' })).body;
    expect(userId).not.toBe(registrationId);
    expect(kept(userId!)).toBe(PRICE.amount);
    expect(paying.stripe.books.confirm(clientSecret)).toBe(false);
    expect((await paying.eventsOf(registrationId)).payment).toEqual(['PaymentStarted', 'PaymentFailed']);
  });

  it('is not paid again when the same person uses another card after confirming', async () => {
    const body = paying.newPerson('pm_confirm');
    const { registrationId, clientSecret } = await asked(body);
    paying.stripe.books.confirm(clientSecret);
    expect((await paying.pay({ ...body, paymentMethodId: 'pm_ok' })).body.userId).toBe(registrationId);
    expect(kept(registrationId)).toBe(PRICE.amount);
  });

  it('is cancelled when not confirmed, and frees the name', async () => {
    const body = paying.newPerson('pm_confirm');
    const { registrationId, clientSecret } = await asked(body);
    await paying.sweepAfter(5);
    expect(await paying.pending()).toEqual([registrationId]);
    await paying.sweepAfter(20);
    expect(await paying.pending()).toEqual([]);
    expect(paying.stripe.books.confirm(clientSecret)).toBe(false);
    const other = { ...body.userRegistrationDetails, password: 'another_orbit_8#' };
    expect((await paying.pay({ paymentMethodId: 'pm_ok', userRegistrationDetails: other })).body.userId).not.toBeNull();
  });
});

describe('repeated payments', () => {
  it('charges once for one Idempotency-Key and ten concurrent requests', async () => {
    const [body, key] = [paying.newPerson(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => paying.pay(body, key)));
    const ids = new Set(answers.map(({ body: { userId } }) => userId));
    expect(ids.size).toBe(1);
    const [userId] = [...ids];
    expect(paying.stripe.books.chargesOf(userId!)).toBe(1);
    expect(await paying.eventsOf(userId!)).toEqual(SUCCESS);
  });

  it('rejects the key for another person', async () => {
    const key = randomUUID();
    await paying.pay(paying.newPerson(), key);
    expect(await paying.pay(paying.newPerson(), key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    const two = [paying.newPerson(), paying.newPerson()];
    const answers = await Promise.all(two.map((body) => paying.pay(body, `${key}2`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    // The refused request has reserved nothing: its name is free for another key.
    const refused = two.find((_body, index) => answers[index]!.status === 422)!;
    expect((await paying.pay({ ...refused, paymentMethodId: 'pm_ok_too' })).body.userId).not.toBeNull();
    const other = { ...refused.userRegistrationDetails, password: 'another_orbit_8#' };
    expect(await paying.pay({ ...refused, userRegistrationDetails: other })).toMatchObject({
      body: { isFieldError: true },
    });
  });

  it.each(['error-after', 'silent-after', 'reset-after', 'error-before', 'reset-before'] as const)(
    'finds the outcome of a charge whose response was lost: %s',
    async (fault) => {
      const body = paying.newPerson();
      paying.stripe.faults = ({ method, path }) => (method === 'POST' && path === '/subscriptions' ? fault : null);
      expect(await paying.pay(body)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      paying.stripe.faults = () => null;
      const [registrationId] = await paying.pending();
      await paying.sweepAfter(5);
      expect(await paying.eventsOf(registrationId!)).toEqual(SUCCESS);
      expect(paying.stripe.books.chargesOf(registrationId!)).toBe(1);
      expect(await paying.pending()).toEqual([]);
    },
  );

  it('does not repeat a call after half a day, but looks for its result', async () => {
    paying.stripe.faults = ({ method, path }) =>
      method === 'POST' && path === '/subscriptions' ? 'reset-before' : null;
    await paying.pay(paying.newPerson());
    const [lost] = await paying.pending();
    paying.stripe.faults = ({ method, path }) =>
      method === 'POST' && path === '/subscriptions' ? 'reset-after' : null;
    await paying.pay(paying.newPerson());
    const [, charged] = await paying.pending();
    paying.stripe.faults = () => null;
    paying.stripe.forgetKeys();
    await paying.sweepAfter(13 * 60);
    expect((await paying.eventsOf(lost!)).payment).toEqual(['PaymentStarted', 'PaymentFailed']);
    expect(paying.stripe.books.chargesOf(lost!)).toBe(0);
    expect(await paying.eventsOf(charged!)).toEqual(SUCCESS);
    expect(paying.stripe.books.chargesOf(charged!)).toBe(1);
  });

  it.each(['Start', 'Succeed'] as const)('is finished by the sweep when the process died at %s', async (step) => {
    const record = PaymentLog.prototype.record;
    jest.spyOn(PaymentLog.prototype, 'record').mockImplementation(function (this: PaymentLog, command, context) {
      if (command.type === step) return Promise.reject(new Error('killed'));
      return record.call(this, command, context);
    });
    expect((await paying.pay(paying.newPerson())).status).toBe(500);
    jest.restoreAllMocks();
    const [registrationId] = await paying.pending();
    await paying.sweepAfter(5);
    expect(await paying.pending()).toEqual([]);
    const isPaid = step === 'Succeed';
    expect((await paying.eventsOf(registrationId!)).user).toEqual(isPaid ? ['UserRegistered'] : []);
    expect(kept(registrationId!)).toBe(isPaid ? PRICE.amount : 0);
  });

  it('refunds once after several attempts', async () => {
    const organization = await paying.platform.organization(undefined, 5);
    const body = paying.newPerson('pm_confirm', { accessCode: await paying.codeFor(organization) });
    const { registrationId, clientSecret } = await asked(body);
    for (let seat = 0; seat < 5; seat += 1) await paying.platform.person('User', organization);
    paying.stripe.books.confirm(clientSecret);
    for (const fault of ['silent-after', 'error-after'] as const) {
      paying.stripe.faults = ({ method, path }) => (method === 'POST' && path === '/refunds' ? fault : null);
      await paying.pay({ ...body, registrationId });
    }
    paying.stripe.faults = () => null;
    paying.stripe.forgetKeys();
    await paying.sweepAfter(5);
    expect((await paying.eventsOf(registrationId)).payment).toEqual(['PaymentStarted', 'PaymentReversed']);
    expect(kept(registrationId)).toBe(0);
  });
});

describe('the password of an open registration', () => {
  const withPassword = (body: PaymentBody, password: string) => ({
    ...body,
    userRegistrationDetails: { ...body.userRegistrationDetails, password },
  });

  it.each([
    ['with another card', '203.0.113.80'],
    ['with its id', '203.0.113.81'],
  ])('can be guessed ten times an hour %s', async (how, address) => {
    const body = paying.newPerson('pm_confirm');
    const { registrationId, clientSecret } = await asked(body);
    const right = how === 'with its id' ? { ...body, registrationId } : { ...body, paymentMethodId: 'pm_ok' };
    const refused =
      how === 'with its id'
        ? { status: 404, body: { code: 'NOT_FOUND' } }
        : formErrors('Username is already taken.', 'Email is already registered.');
    const checks = jest.spyOn(Credentials.prototype, 'matches');
    const wrong = withPassword(right, 'another_orbit_8#');
    expect(await paying.pay(wrong, undefined, address)).toMatchObject(refused);
    await Promise.all(Array.from({ length: 13 }, () => paying.pay(wrong, undefined, address)));
    expect((await paying.pay(right, undefined, address)).status).toBe(429);
    expect(checks).toHaveBeenCalledTimes(10);
    paying.stripe.books.confirm(clientSecret);
    expect((await paying.pay(right)).body.userId).toBe(registrationId);
  });

  it('can be repeated correctly without a limit', async () => {
    const body = paying.newPerson('pm_confirm');
    const { registrationId } = await asked(body);
    for (let n = 0; n < 12; n += 1) {
      const { body: answer } = await paying.pay({ ...body, registrationId }, undefined, '203.0.113.82');
      expect(answer.requiresAction).toBe(true);
    }
    await paying.sweepAfter(20);
  });
});

it('encrypts the data of a person who has started to pay', async () => {
  const body = paying.newPerson('pm_confirm');
  const { registrationId } = await asked(body);
  const { rows } = await paying.pool.query<{ row: string }>(
    "select p::text || encode(sealed, 'escape') as row from plain.pending_registrations p",
  );
  expect(rows).toHaveLength(1);
  const { userName } = body.userRegistrationDetails;
  for (const secret of [userName, 'Lovelace', 'argon2', 'orbital']) expect(rows[0]!.row).not.toContain(secret);
  const log = await logOf(`payment-${registrationId}`);
  for (const secret of [userName, 'Lovelace', 'pm_confirm', '127.0.0.1']) expect(log).not.toContain(secret);
  await paying.sweepAfter(20);
  expect(await paying.pending()).toEqual([]);
});
