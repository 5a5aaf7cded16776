import { randomUUID } from 'node:crypto';
import type { RegisterAndPayResponse } from '../../../api/contracts/payment.contract.js';
import type { StripeServer } from '../../../api/features/payments/testing/stripe-server.js';
import { withClient } from '../../../api/platform/database/postgres-roles.js';
import { type TestResponse, sendRequestTo } from '../../../api/platform/http/testing/send-request.js';
import { type Figure, figure } from '../../bench/figure.js';

/** Timeout of a payment, longer than all others, because a bank may need long. */
const PATIENCE_SECONDS = 30;
const NONE = { atMost: 0 };

export interface PaymentService {
  readonly port: number;
  readonly databaseUrl: string;
  readonly accessCode: string;
  readonly stripe: StripeServer;
}

/** A registration form, always sent with the same key. */
export interface Payer {
  readonly key: string;
  readonly body: string;
  userId: string | null;
}

/** People who register and pay during an outage, and the outcome of their payments. */
export class Payers {
  private readonly all: Payer[] = [];
  private readonly registeredBefore: ReadonlySet<string>;
  private longestMs = 0;
  private notifiedLater = 0;
  private unclear = 0;

  constructor(private readonly service: PaymentService) {
    this.registeredBefore = this.registrationIds();
  }

  /** Lets this many new people pay in parallel, until each has a response. */
  async pay(count: number): Promise<void> {
    const newcomers = Array.from({ length: count }, () => newPayer(this.service.accessCode));
    this.all.push(...newcomers);
    await Promise.all(newcomers.map((payer) => this.send(payer)));
  }

  /** Lets one of this many people without an account send the form again. The others never return. */
  async repeatSome(oneOf: number): Promise<void> {
    const unsure = this.all.filter(({ userId }) => userId === null);
    await Promise.all(unsure.filter((_, nth) => nth % oneOf === 0).map((payer) => this.send(payer)));
  }

  /** Changes unfinished registrations to their state minutes later. */
  async laterBy(minutes: number): Promise<void> {
    await withClient(this.service.databaseUrl, (client) =>
      client.query('update plain.pending_registrations set started_at = started_at - make_interval(mins => $1)', [
        minutes,
      ]),
    );
  }

  /** Returns registrations with an unknown outcome. */
  async inDoubt(): Promise<number> {
    return withClient(this.service.databaseUrl, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::integer as n from plain.pending_registrations',
      );
      return rows[0]!.n;
    });
  }

  /** Compares Stripe's records with the log. */
  async figures(): Promise<Figure[]> {
    const { books } = this.service.stripe;
    const registered = [...this.registrationIds()].filter((id) => !this.registeredBefore.has(id));
    const accounts = await this.accounts();
    const paid = registered.filter((id) => books.keptOf(id) > 0);
    const userIds = this.all.flatMap(({ userId }) => userId ?? []);
    const money = [
      ['charged twice', registered.filter((id) => books.chargesOf(id) > 1).length],
      ['charged without account or refund', paid.filter((id) => !accounts.has(id)).length],
      ['accounts without a payment', registered.filter((id) => accounts.has(id) && !paid.includes(id)).length],
      ['received the id of a missing account', userIds.filter((id) => !accounts.has(id)).length],
      ['payments with an unknown outcome', await this.inDoubt()],
    ] as const;
    return [
      figure('people who pay', this.all.length, 'people'),
      figure('accounts', registered.filter((id) => accounts.has(id)).length, 'people'),
      ...money.map(([name, count]) => figure(name, count, 'people', NONE)),
      figure('answered with 503', this.notifiedLater, 'answers'),
      figure('unclear responses', this.unclear, 'answers', NONE),
      figure('longest wait of a payer', this.longestMs / 1_000, 's', { atMost: PATIENCE_SECONDS }),
    ];
  }

  private async send(payer: Payer): Promise<void> {
    const began = performance.now();
    const answer = await sendRequestTo(this.service.port, {
      method: 'POST',
      url: '/api/payments/register-and-pay',
      headers: { 'content-type': 'application/json', 'idempotency-key': payer.key },
      payload: payer.body,
    });
    this.longestMs = Math.max(this.longestMs, performance.now() - began);
    this.note(payer, answer);
  }

  private note(payer: Payer, { statusCode, headers, json }: TestResponse): void {
    if (statusCode === 200) payer.userId = json<RegisterAndPayResponse>().userId;
    const isLater = statusCode === 503 && Number(headers['retry-after']) > 0;
    if (isLater) this.notifiedLater += 1;
    else if (payer.userId === null) this.unclear += 1;
  }

  /** Returns the people whom Stripe knows. */
  private registrationIds(): Set<string> {
    return new Set([...this.service.stripe.books.customers.values()].map(({ registrationId }) => registrationId));
  }

  private async accounts(): Promise<Set<string>> {
    return withClient(this.service.databaseUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        "select substr(stream, length('user-') + 1) as id from log.events where type = 'UserRegistered'",
      );
      return new Set(rows.map(({ id }) => id));
    });
  }
}

function newPayer(accessCode: string): Payer {
  const key = randomUUID();
  const userName = `cadet.${key.slice(0, 13)}`;
  const names = { firstName: 'Ada', lastName: 'Lovelace', rankTitle: 'Cadet' };
  const account = { userName, email: `${userName}@example.org`, password: 'orbital_mechanics_7#', ...names };
  const body = { paymentMethodId: 'pm_ok', userRegistrationDetails: { ...account, accessCode } };
  return { key, body: JSON.stringify(body), userId: null };
}
