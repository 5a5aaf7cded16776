import { Injectable, Logger } from '@nestjs/common';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../platform/eventsourcing/event-store.js';
import { AccountOpening, isRefusal } from './account-opening.js';
import type { Payment } from './payment.stream.js';
import { PaymentLog } from './payment-log.js';
import { type RegistrationLease, PendingRegistrations, type StoredRegistration } from './pending-registrations.js';
import { CardPayments, type SubscriptionState } from './card-payments.js';
import { CARD_DECLINED, NOT_PAID, PaymentInDoubt, PaymentRefused } from './stripe-failures.js';

/** How a registration ended, or that the card's holder must confirm the payment. */
export type SubscriptionOutcome =
  | { readonly kind: 'registered'; readonly appended: AppendResult | undefined }
  | { readonly kind: 'requires-action'; readonly clientSecret: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Stripe discards idempotency keys after 24 h, so no request is retried after this. */
const KEYS_LAST_MS = 12 * 60 * 60_000;
const CANCELLED_AND_REFUNDED = 'The payment was cancelled. Any amount charged is returned to your card.';

type Subscription = NonNullable<Awaited<ReturnType<CardPayments['find']>>>;

/** Returns the outcome of a payment; null while it is open. */
export function outcomeOf(payment: Payment): SubscriptionOutcome | null {
  if (payment.status === 'succeeded' || payment.status === 'ended') return { kind: 'registered', appended: undefined };
  if (payment.status === 'failed') return { kind: 'failed', message: CARD_DECLINED };
  if (payment.status === 'reversed') return { kind: 'failed', message: CANCELLED_AND_REFUNDED };
  return null;
}

/**
 * Takes a registration from card to account: customer, subscription, account, or all of it reversed
 * (docs/rules.md#subscriptions). It may stop anywhere and be called again: each step is safe to repeat, and the exclusive
 * right to continue is renewed before each step.
 */
@Injectable()
export class SubscriptionSaga {
  private readonly logger = new Logger(SubscriptionSaga.name);

  constructor(
    private readonly log: PaymentLog,
    private readonly pending: PendingRegistrations,
    private readonly cards: CardPayments,
    private readonly accounts: AccountOpening,
  ) {}

  /** Advances the registration as far as possible. @throws PaymentInDoubt when the outcome is unknown; call it again later. */
  async advance(
    registration: StoredRegistration,
    lease: RegistrationLease,
    context: CommandContext,
  ): Promise<SubscriptionOutcome> {
    const { registrationId } = registration;
    const ended = outcomeOf(await this.log.read(registrationId));
    if (ended) {
      await this.pending.forget(registrationId);
      return ended;
    }
    try {
      const subscription = await this.subscription(registration, lease, context);
      if (!subscription) return await this.cancelAndRefund(registration, lease, context, 'abandoned', NOT_PAID);
      await lease.renew();
      return await this.conclude(await this.cards.stateOf(subscription), registration, lease, context);
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      return this.cancelAndRefund(registration, lease, context, error.reason, error.message);
    }
  }

  /** Ends an open registration: cancels the subscription at Stripe, and refunds a charge made in the meantime. */
  async cancelAndRefund(
    { registrationId }: StoredRegistration,
    lease: RegistrationLease,
    context: CommandContext,
    reason: string,
    message: string,
  ): Promise<SubscriptionOutcome> {
    await lease.renew();
    const ids = { registrationId, userId: registrationId };
    const payment = await this.log.read(registrationId);
    const refundId = payment.status === 'started' ? await this.undo(registrationId, payment.customerId) : null;
    await lease.renew();
    if (refundId) await this.log.record({ type: 'Reverse', ...ids, refundId, reason }, context);
    else await this.log.record({ type: 'Fail', ...ids, reason }, context);
    await this.accounts.release(registrationId);
    await this.pending.forget(registrationId);
    this.logger.log(`Registration ${registrationId} failed: ${reason}`);
    return { kind: 'failed', message: refundId ? `${message} ${CANCELLED_AND_REFUNDED}` : message };
  }

  private async subscription(
    registration: StoredRegistration,
    lease: RegistrationLease,
    context: CommandContext,
  ): Promise<Subscription | null> {
    const { registrationId, details, priceId, ageMs } = registration;
    const { firstName, lastName, email } = details;
    const purchase = { ...registration, email, name: `${firstName} ${lastName}`.trim() };
    const payment = await this.log.read(registrationId);
    if (payment.status === 'started') {
      await lease.renew();
      const found = await this.cards.find(payment.customerId);
      if (found) return found;
      if (ageMs > KEYS_LAST_MS) return null;
      await lease.renew();
      return this.cards.subscribe(purchase, payment.customerId);
    }
    await lease.renew();
    const customerId = await this.cards.createCustomer(purchase);
    const ids = { registrationId, userId: registrationId };
    await this.log.record({ type: 'Start', ...ids, customerId, priceId }, context);
    await lease.renew();
    return this.cards.subscribe(purchase, customerId);
  }

  private async conclude(
    state: SubscriptionState,
    registration: StoredRegistration,
    lease: RegistrationLease,
    context: CommandContext,
  ): Promise<SubscriptionOutcome> {
    switch (state.kind) {
      case 'paid':
        return this.openAccount(state, registration, lease, context);
      case 'requires-action':
        return state;
      case 'processing':
        throw new PaymentInDoubt('the bank has not responded');
      case 'declined':
        return this.cancelAndRefund(registration, lease, context, state.reason, state.message);
      case 'over':
        return this.cancelAndRefund(registration, lease, context, 'canceled', NOT_PAID);
    }
  }

  private async openAccount(
    { hasEnded, subscriptionId, paymentIntentId, amount, currency }: Extract<SubscriptionState, { kind: 'paid' }>,
    registration: StoredRegistration,
    lease: RegistrationLease,
    context: CommandContext,
  ): Promise<SubscriptionOutcome> {
    const { registrationId } = registration;
    await lease.renew();
    let opened: AppendResult | undefined;
    // The subscription was cancelled in the meantime, so no account is created unless it exists already.
    if (hasEnded && !(await this.accounts.exists(registrationId))) {
      return this.cancelAndRefund(registration, lease, context, 'canceled', NOT_PAID);
    }
    try {
      opened = await this.accounts.open(registration, context);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return this.cancelAndRefund(registration, lease, context, error.code, error.message);
    }
    const ids = { registrationId, userId: registrationId };
    const paid = { subscriptionId, paymentIntentId, amount, currency };
    const recorded = await this.log.record({ type: 'Succeed', ...ids, ...paid }, context);
    await this.pending.forget(registrationId);
    return { kind: 'registered', appended: recorded ?? opened };
  }

  /** Reverses the payment. A refusal by Stripe means that it is not reversed, so it is retried later. */
  private async undo(registrationId: string, customerId: string): Promise<string | null> {
    try {
      const subscription = await this.cards.find(customerId);
      return subscription && (await this.cards.undo(registrationId, subscription));
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      this.logger.error(`The payment of registration ${registrationId} could not be reversed: ${error.reason}`);
      throw new PaymentInDoubt(`the payment could not be reversed: ${error.reason}`);
    }
  }
}
