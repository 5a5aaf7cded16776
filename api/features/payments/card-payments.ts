import { Inject, Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { CONFIG, type Config } from '../../config.js';
import { CARD_DECLINED, isMissing, meaningOf, PaymentInDoubt, PaymentRefused } from './stripe-failures.js';
import { notConfigured, STRIPE } from './stripe-client.js';

/** A subscription to be bought, with its buyer. */
export interface Purchase {
  readonly registrationId: string;
  readonly paymentMethodId: string;
  readonly priceId: string;
  readonly name: string;
  readonly email: string;
}

/** State of a subscription at Stripe. */
export type SubscriptionState =
  | ({ readonly kind: 'paid'; readonly hasEnded: boolean } & Paid)
  | { readonly kind: 'requires-action'; clientSecret: string }
  | { readonly kind: 'declined'; reason: string; message: string }
  /** The bank has not answered yet. */
  | { readonly kind: 'processing' }
  /** Cancelled by the platform or by Stripe, and never paid. */
  | { readonly kind: 'over' };

interface Paid {
  readonly subscriptionId: string;
  /** Null when nothing was due. */
  readonly paymentIntentId: string | null;
  readonly amount: number;
  readonly currency: string;
}

type Subscription = Pick<Stripe.Subscription, 'id' | 'status' | 'latest_invoice' | 'currency'>;

/** Statuses in which Stripe charges nothing any more. */
const ENDED_STATUSES: readonly string[] = ['canceled', 'unpaid', 'incomplete_expired'];
const RUNNING: readonly string[] = ['active', 'trialing', 'past_due'];

/**
 * Client of Stripe for registrations. Every call that creates something has the idempotency key registration + step, so for about a day a
 * repeat returns Stripe's first answer. Cancelling and voiding are idempotent and have no key, because a key would also repeat errors.
 * Never called inside a database transaction.
 * @throws PaymentRefused | PaymentInDoubt
 */
@Injectable()
export class CardPayments {
  constructor(
    @Inject(STRIPE) private readonly client: Stripe | null,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError PAYMENT_NOT_CONFIGURED */
  assertConfigured(): void {
    if (!this.client) throw notConfigured();
  }

  /** The configured price, which clients cannot choose. @throws DomainError PAYMENT_NOT_CONFIGURED */
  get priceId(): string {
    if (!this.config.stripe) throw notConfigured();
    return this.config.stripe.priceId;
  }

  async createCustomer({ registrationId, paymentMethodId, name, email }: Purchase): Promise<string> {
    const customer = await asked(() =>
      this.stripe.customers.create(
        { email, ...(name && { name }), payment_method: paymentMethodId, metadata: { registrationId } },
        { idempotencyKey: `${registrationId}:customer` },
      ),
    );
    return customer.id;
  }

  /** Returns the subscription of a customer, null when there is none. Each customer belongs to one registration and has at most one. */
  async find(customerId: string): Promise<Subscription | null> {
    const { data } = await asked(() =>
      this.stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 1 }),
    );
    return data[0] ?? null;
  }

  /** Charges the first period, or leaves the payment to be confirmed by the card's holder. */
  subscribe({ registrationId, paymentMethodId, priceId }: Purchase, customerId: string): Promise<Subscription> {
    return asked(() =>
      this.stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: priceId }],
          default_payment_method: paymentMethodId,
          payment_behavior: 'allow_incomplete',
          payment_settings: { payment_method_types: ['card'] },
          metadata: { registrationId },
        },
        { idempotencyKey: `${registrationId}:subscription` },
      ),
    );
  }

  /** Computes the state from the payments, because a repeated call returns the subscription as it was in Stripe's first answer. */
  async stateOf(subscription: Subscription): Promise<SubscriptionState> {
    const { id: subscriptionId, status, currency } = subscription;
    const hasEnded = ENDED_STATUSES.includes(status);
    const intents = await this.intents(subscription);
    const paid = intents.find((intent) => intent.status === 'succeeded');
    if (paid) {
      const { id: paymentIntentId, amount_received: amount } = paid;
      return { kind: 'paid', hasEnded, subscriptionId, paymentIntentId, amount, currency: paid.currency };
    }
    if (hasEnded) return { kind: 'over' };
    if (RUNNING.includes(status)) {
      return { kind: 'paid', hasEnded, subscriptionId, paymentIntentId: null, amount: 0, currency };
    }
    const [intent] = intents;
    return intent ? unpaid(intent) : { kind: 'processing' };
  }

  /**
   * Prevents further charges and refunds everything that was charged, once.
   * @returns the refund's id, null when nothing had been charged
   */
  async undo(registrationId: string, subscription: Subscription): Promise<string | null> {
    await this.stop(subscription);
    let refundId: string | null = null;
    for (const intent of await this.intents(subscription)) {
      if (intent.status === 'succeeded') refundId = await this.refund(registrationId, intent.id);
      else if (intent.status !== 'canceled' && intent.status !== 'requires_payment_method') {
        throw new PaymentInDoubt(`the payment has status ${intent.status} after its cancellation`);
      }
    }
    return refundId;
  }

  /** Prevents further charges; past payments are not refunded. */
  async endSubscription(customerId: string): Promise<void> {
    const subscription = await unlessMissing(() => this.find(customerId));
    if (subscription) await this.stop(subscription);
  }

  /** Deletes name, e-mail address and cards at Stripe, which keeps the payments in its books. */
  async deleteCustomer(customerId: string): Promise<void> {
    await unlessMissing(() => asked(() => this.stripe.customers.del(customerId)));
  }

  /** Returns the customers of a registration. Stripe's search finds a new customer after about a minute. */
  async customersOf(registrationId: string): Promise<string[]> {
    const query = `metadata["registrationId"]:"${registrationId}"`;
    const { data } = await asked(() => this.stripe.customers.search({ query, limit: 10 }));
    return data.map(({ id }) => id);
  }

  /** Asks Stripe whether the subscription has ended; `registrationId` from the metadata that the platform wrote. */
  async ending(subscriptionId: string): Promise<{ registrationId: string | null; status: string; hasEnded: boolean }> {
    const { status, metadata } = await asked(() => this.stripe.subscriptions.retrieve(subscriptionId));
    return { registrationId: metadata['registrationId'] ?? null, status, hasEnded: ENDED_STATUSES.includes(status) };
  }

  private get stripe(): Stripe {
    if (!this.client) throw notConfigured();
    return this.client;
  }

  private async stop({ id, status, latest_invoice }: Subscription): Promise<void> {
    if (!ENDED_STATUSES.includes(status)) await this.cancel(id);
    const invoiceId = idOf(latest_invoice);
    if (invoiceId) await this.voidInvoice(invoiceId);
  }

  private async cancel(subscriptionId: string): Promise<void> {
    try {
      await asked(() => this.stripe.subscriptions.cancel(subscriptionId));
    } catch (error) {
      // Stripe refuses when the subscription is cancelled already. Otherwise the cancellation has failed.
      if (!(error instanceof PaymentRefused)) throw error;
      const { hasEnded } = await this.ending(subscriptionId);
      if (!hasEnded)
        throw new PaymentInDoubt(`the subscription could not be cancelled: ${error.reason}`, { cause: error });
    }
  }

  private async voidInvoice(invoiceId: string): Promise<void> {
    const { status } = await asked(() => this.stripe.invoices.retrieve(invoiceId));
    if (status !== 'open') return;
    try {
      await asked(() => this.stripe.invoices.voidInvoice(invoiceId));
    } catch (error) {
      // The invoice was paid in the meantime: the caller then finds the payment and refunds it.
      if (!(error instanceof PaymentRefused)) throw error;
    }
  }

  /** Looks for an existing refund first, because Stripe discards the refund's idempotency key but keeps the refund. */
  private async refund(registrationId: string, paymentIntentId: string): Promise<string> {
    const { data } = await asked(() => this.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 10 }));
    const made = data.find(({ status }) => status !== 'failed' && status !== 'canceled');
    if (made) return made.id;
    const refund = await asked(() =>
      this.stripe.refunds.create(
        { payment_intent: paymentIntentId, metadata: { registrationId } },
        { idempotencyKey: `${registrationId}:refund` },
      ),
    );
    return refund.id;
  }

  private async intents({ latest_invoice }: Subscription): Promise<Stripe.PaymentIntent[]> {
    const invoice = idOf(latest_invoice);
    if (!invoice) return [];
    const { data } = await asked(() =>
      this.stripe.invoicePayments.list({ invoice, limit: 10, expand: ['data.payment.payment_intent'] }),
    );
    return data.flatMap(({ payment: { payment_intent: intent } }) => (typeof intent === 'object' ? [intent] : []));
  }
}

function unpaid({ status, client_secret, last_payment_error: error }: Stripe.PaymentIntent): SubscriptionState {
  if ((status === 'requires_action' || status === 'requires_confirmation') && client_secret) {
    return { kind: 'requires-action', clientSecret: client_secret };
  }
  if (status === 'requires_payment_method' || status === 'canceled') {
    const reason = error?.decline_code ?? error?.code ?? 'card_declined';
    return { kind: 'declined', reason, message: error?.message ?? CARD_DECLINED };
  }
  return { kind: 'processing' };
}

const idOf = (object: string | { id?: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw meaningOf(error);
  }
}
