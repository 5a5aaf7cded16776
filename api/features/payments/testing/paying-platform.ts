import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { AccessCode } from '../../../contracts/access-code.contract.js';
import type { RegisterAndPayResponse } from '../../../contracts/payment.contract.js';
import type { Problem } from '../../../contracts/problem.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { userStream } from '../../people/user.stream.js';
import { paymentStream } from '../payment.stream.js';
import { PaymentsSweep } from '../payments-sweep.js';
import { StripeServer } from './stripe-server.js';

const PASSWORD = 'orbital_mechanics_7#';

export interface PaymentBody {
  readonly userRegistrationDetails: Readonly<Record<string, unknown>> & { readonly userName: string };
  readonly paymentMethodId: string;
  readonly registrationId?: string;
}

/** Test platform that pays at a Stripe double. */
export class PayingPlatform {
  private constructor(
    readonly platform: TestPlatform,
    readonly stripe: StripeServer,
    /** An access code that is not assigned to an organization. */
    readonly code: string,
  ) {}

  static async start(timeoutMs?: number): Promise<PayingPlatform> {
    const stripe = await StripeServer.start();
    const platform = await TestPlatform.start({ stripe: stripe.settings(timeoutMs), trustedProxies: 1 });
    return new PayingPlatform(platform, stripe, await codeFor(platform, null));
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    await this.stripe.stop();
  }

  codeFor(organizationId: string): Promise<string> {
    return codeFor(this.platform, organizationId);
  }

  /** Returns a registration of a new person, with a card. */
  newPerson(paymentMethodId = 'pm_ok', changes: object = {}): PaymentBody {
    const userName = `cadet.${randomUUID().slice(0, 13)}`;
    const names = { firstName: 'Ada', lastName: 'Lovelace', rankTitle: 'Cadet' };
    const email = `${userName}@example.org`;
    const accessCode = this.code;
    const userRegistrationDetails = { userName, email, password: PASSWORD, ...names, accessCode, ...changes };
    return { paymentMethodId, userRegistrationDetails };
  }

  /** Sends a payment, by default from a new network address, because declined cards are counted for each address. */
  async pay(
    body: object,
    key: string = randomUUID(),
    address = `2001:db8::${randomBytes(2).toString('hex')}`,
  ): Promise<{ status: number; body: RegisterAndPayResponse & Problem }> {
    const response = await fetch(`${this.platform.url}/api/payments/register-and-pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as RegisterAndPayResponse & Problem };
  }

  canSignIn({ userRegistrationDetails: { userName } }: PaymentBody): Promise<boolean> {
    return this.platform.signIn(userName).then(
      ({ token }) => token !== '',
      () => false,
    );
  }

  /** Returns the types of the events of a payment and of its account. */
  async eventsOf(registrationId: string): Promise<{ payment: string[]; user: string[] }> {
    const typesOf = async (stream: string) => (await this.platform.store.readStream(stream)).map(({ type }) => type);
    return {
      payment: await typesOf(paymentStream.name(registrationId)),
      user: await typesOf(userStream.name(registrationId)),
    };
  }

  /** Registrations that have a customer at Stripe. */
  get registrationIds(): string[] {
    return [...new Set([...this.stripe.books.customers.values()].map(({ registrationId }) => registrationId))];
  }

  async pending(): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select registration_id as id from plain.pending_registrations order by started_at',
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the registrations whose customers are to be closed at Stripe. */
  async closings(): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select registration_id as id from plain.customer_closings order by due_at',
    );
    return rows.map(({ id }) => id);
  }

  /** Ages all rows, releases all holds, and runs the sweep. */
  async sweepAfter(minutes: number): Promise<void> {
    await this.pool.query(
      `update plain.pending_registrations
       set started_at = started_at - make_interval(mins => $1), held_until = '-infinity', holder = null`,
      [minutes],
    );
    for (const table of ['customer_closings', 'stripe_events']) {
      await this.pool.query(`update plain.${table} set due_at = due_at - make_interval(mins => $1)`, [minutes]);
    }
    await this.platform.app.get(PaymentsSweep).sweep();
  }

  get pool(): Pool {
    return this.platform.app.get<Pool>(POOL);
  }
}

async function codeFor(platform: TestPlatform, organizationId: string | null): Promise<string> {
  const admin = await platform.admin();
  const { body } = await admin.post<AccessCode>('/users/accessCodes');
  if (organizationId) await admin.put(`/organizations/accessCodes/${body.code}/${organizationId}`);
  return body.code;
}
