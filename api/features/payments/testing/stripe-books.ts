import { randomBytes } from 'node:crypto';

export const PRICE = { id: 'price_subscription', amount: 25_000, currency: 'usd' } as const;

type SubscriptionStatus = 'active' | 'incomplete' | 'incomplete_expired' | 'canceled' | 'unpaid';
type IntentStatus = 'succeeded' | 'requires_action' | 'requires_payment_method' | 'canceled';

export interface Subscription {
  readonly id: string;
  readonly registrationId: string;
  readonly customer: string;
  readonly invoice: string;
  status: SubscriptionStatus;
}

interface Intent {
  readonly id: string;
  readonly registrationId: string;
  readonly invoice: string;
  readonly clientSecret: string;
  readonly createdAt: number;
  status: IntentStatus;
  refundId: string | null;
  error: { code: string; decline_code?: string; message: string } | null;
}

/** An error response of Stripe. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error',
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;

/**
 * Stripe's data: customers, subscriptions, payments and refunds, with Stripe's rules. The name of a payment method says how the card
 * behaves: `pm_ok…`, `pm_declined…`, `pm_confirm…` (3-D Secure), `pm_broken…` (cannot be attached).
 */
export class StripeBooks {
  /** Customers by id. A deleted customer keeps only the registration. */
  readonly customers = new Map<string, { registrationId: string; email: string | null }>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly intents = new Map<string, Intent>();
  private readonly voided = new Set<string>();

  /** @param onChange receives every changed subscription, like a webhook */
  constructor(private readonly onChange: (subscription: Subscription) => void) {}

  /** Returns the amount of a registration that was charged and not refunded. */
  keptOf(registrationId: string): number {
    const paid = [...this.intents.values()].filter(
      (intent) => intent.registrationId === registrationId && intent.status === 'succeeded' && !intent.refundId,
    );
    return paid.length * PRICE.amount;
  }

  /** Returns the number of charges of a registration, refunded or not. */
  chargesOf(registrationId: string): number {
    const of = [...this.intents.values()].filter((intent) => intent.registrationId === registrationId);
    return of.filter(({ status }) => status === 'succeeded').length;
  }

  createCustomer(email: string, paymentMethod: string, registrationId: string): string {
    if (paymentMethod.startsWith('pm_broken')) {
      throw new Refusal(402, 'card_error', 'incorrect_cvc', "Your card's security code is incorrect.");
    }
    const id = newId('cus');
    this.customers.set(id, { registrationId, email });
    return id;
  }

  /** Deletes a customer and ends their subscriptions, as Stripe does. */
  deleteCustomer(id: string): void {
    this.assertCustomer(id);
    this.customers.set(id, { ...this.customers.get(id)!, email: null });
    for (const subscription of this.subscriptions.values()) {
      if (subscription.customer === id && subscription.status === 'active') this.end(subscription.id, 'canceled');
    }
  }

  assertCustomer(id: string): void {
    if (this.customers.get(id)?.email) return;
    throw new Refusal(400, 'invalid_request_error', 'resource_missing', 'No such customer');
  }

  subscribe(customer: string, price: string, paymentMethod: string, registrationId: string): Subscription {
    if (price !== PRICE.id) throw new Refusal(400, 'invalid_request_error', 'resource_missing', 'No such price');
    this.assertCustomer(customer);
    const invoice = newId('in');
    const subscription: Subscription = { id: newId('sub'), registrationId, customer, invoice, status: 'incomplete' };
    const intent: Intent = {
      id: newId('pi'),
      registrationId,
      invoice,
      clientSecret: newId('pi_secret'),
      createdAt: Date.now(),
      status: 'requires_action',
      refundId: null,
      error: null,
    };
    this.subscriptions.set(subscription.id, subscription);
    this.intents.set(intent.id, intent);
    if (paymentMethod.startsWith('pm_ok')) this.succeed(subscription, intent);
    if (paymentMethod.startsWith('pm_declined')) {
      intent.status = 'requires_payment_method';
      intent.error = {
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      };
    }
    this.onChange(subscription);
    return subscription;
  }

  /** Confirms a payment, like the card's holder in a browser. @returns false when it is too late */
  confirm(clientSecret: string): boolean {
    const intent = [...this.intents.values()].find((each) => each.clientSecret === clientSecret);
    if (intent?.status !== 'requires_action') return false;
    const subscription = this.subscriptionOf(intent);
    this.succeed(subscription, intent);
    this.onChange(subscription);
    return true;
  }

  cancel(id: string): Subscription {
    const subscription = this.subscription(id);
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
      throw new Refusal(404, 'invalid_request_error', 'resource_missing', 'No such subscription');
    }
    // The invoice of an incomplete subscription stays open: the caller has to void it.
    this.end(id, subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled');
    return subscription;
  }

  /** Ends a subscription like Stripe after the last failed renewal, or like a cancellation in the dashboard. */
  end(id: string, status: SubscriptionStatus): void {
    const subscription = this.subscription(id);
    subscription.status = status;
    this.onChange(subscription);
  }

  invoiceStatus(invoice: string): 'paid' | 'void' | 'open' {
    if (this.intentOf(invoice).status === 'succeeded') return 'paid';
    return this.voided.has(invoice) ? 'void' : 'open';
  }

  voidInvoice(invoice: string): void {
    if (this.invoiceStatus(invoice) !== 'open') {
      throw new Refusal(400, 'invalid_request_error', 'invoice_not_editable', 'This invoice is no longer open.');
    }
    this.voided.add(invoice);
    this.intentOf(invoice).status = 'canceled';
  }

  refund(intentId: string): string {
    const intent = this.intents.get(intentId);
    if (intent?.status !== 'succeeded') {
      throw new Refusal(400, 'invalid_request_error', 'charge_not_refundable', 'This payment has no charge.');
    }
    if (intent.refundId) {
      throw new Refusal(
        400,
        'invalid_request_error',
        'charge_already_refunded',
        'This charge has already been refunded.',
      );
    }
    intent.refundId = newId('re');
    return intent.refundId;
  }

  subscription(id: string): Subscription {
    const found = this.subscriptions.get(id);
    if (!found) throw new Refusal(404, 'invalid_request_error', 'resource_missing', 'No such subscription');
    return found;
  }

  intentOf(invoice: string): Intent {
    const found = [...this.intents.values()].find((intent) => intent.invoice === invoice);
    if (!found) throw new Refusal(404, 'invalid_request_error', 'resource_missing', 'No such invoice');
    return found;
  }

  private subscriptionOf({ invoice }: Intent): Subscription {
    return [...this.subscriptions.values()].find((each) => each.invoice === invoice)!;
  }

  private succeed(subscription: Subscription, intent: Intent): void {
    intent.status = 'succeeded';
    if (subscription.status === 'incomplete') subscription.status = 'active';
  }
}
