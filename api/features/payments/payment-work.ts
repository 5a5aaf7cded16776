import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { PaymentLog } from './payment-log.js';
import { type RegistrationLease, PendingRegistrations, type StoredRegistration } from './pending-registrations.js';
import { PaymentInDoubt } from './stripe-failures.js';
import { type SubscriptionOutcome, outcomeOf, SubscriptionSaga } from './subscription-saga.js';

const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;
/** Age after which an unconfirmed payment counts as abandoned by the card's holder. */
const ABANDONED_AFTER_MS = 15 * 60_000;

/** Serializes work on a registration across all nodes. */
@Injectable()
export class PaymentWork {
  constructor(
    private readonly log: PaymentLog,
    private readonly pending: PendingRegistrations,
    private readonly saga: SubscriptionSaga,
  ) {}

  /** Advances a registration for a request; waits while another request works on it. @throws PaymentInDoubt */
  async finish(registrationId: string, context: CommandContext): Promise<SubscriptionOutcome> {
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      const outcome = await this.attempt(registrationId, (registration, lease) =>
        this.saga.advance(registration, lease, context),
      );
      if (outcome) return outcome;
      // Before the log is read: another request records the end, and then removes the registration.
      const isOpen = (await this.pending.find(registrationId)) !== null;
      const ended = outcomeOf(await this.log.read(registrationId));
      if (ended) return ended;
      if (!isOpen) throw new PaymentInDoubt('the registration was abandoned');
      if (performance.now() > deadline) throw new PaymentInDoubt('another request is processing the registration');
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Advances a registration in the background, without waiting. Null when another caller works on it or it has ended. */
  async resume(registrationId: string, context: CommandContext): Promise<SubscriptionOutcome | null> {
    return this.attempt(registrationId, async (registration, lease) => {
      if ((await this.log.read(registrationId)).status === 'none') return this.drop(registration, lease, context);
      const outcome = await this.saga.advance(registration, lease, context);
      if (outcome.kind !== 'requires-action' || registration.ageMs < ABANDONED_AFTER_MS) return outcome;
      return this.abandon(registration, lease, context);
    });
  }

  /** Ends a registration now: with an account when it was paid, without one otherwise. @throws PaymentInDoubt */
  async settle(registrationId: string, context: CommandContext): Promise<SubscriptionOutcome> {
    const outcome = await this.finish(registrationId, context);
    if (outcome.kind !== 'requires-action') return outcome;
    const settled = await this.attempt(registrationId, (registration, lease) =>
      this.abandon(registration, lease, context),
    );
    return settled ?? this.finish(registrationId, context);
  }

  /** Drops a registration before any call to Stripe that could charge its buyer, who can try again. */
  private drop(
    registration: StoredRegistration,
    lease: RegistrationLease,
    context: CommandContext,
  ): Promise<SubscriptionOutcome> {
    return this.saga.cancelAndRefund(registration, lease, context, 'not-started', '');
  }

  private abandon(
    registration: StoredRegistration,
    lease: RegistrationLease,
    context: CommandContext,
  ): Promise<SubscriptionOutcome> {
    return this.saga.cancelAndRefund(registration, lease, context, 'not-confirmed', 'The payment was not confirmed.');
  }

  private async attempt(
    registrationId: string,
    work: (registration: StoredRegistration, lease: RegistrationLease) => Promise<SubscriptionOutcome>,
  ): Promise<SubscriptionOutcome | null> {
    const lease = await this.pending.lease(registrationId);
    if (!lease) return null;
    try {
      const registration = await this.pending.find(registrationId);
      return registration && (await work(registration, lease));
    } finally {
      await lease.release();
    }
  }
}
