import { Inject, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { PaymentLog } from '../payment-log.js';
import { PaymentWork } from '../payment-work.js';
import { CardPayments } from '../card-payments.js';
import { isMissing, PaymentInDoubt } from '../stripe-failures.js';
import { type OpenEvent, StripeEvents } from './stripe-events.js';

const RegistrationId = z.uuid();

/** Processes Stripe's events. Always asks Stripe for the current state, because the state in an event may be stale. */
@Injectable()
export class SubscriptionChanges {
  private readonly logger = new Logger(SubscriptionChanges.name);

  constructor(
    private readonly events: StripeEvents,
    private readonly cards: CardPayments,
    private readonly work: PaymentWork,
    private readonly log: PaymentLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Processes one event. Never rejects; an event that fails stays open and is retried later. */
  async process({ eventId, subscriptionId }: OpenEvent): Promise<void> {
    try {
      const isDone = await this.attempt(subscriptionId);
      await (isDone ? this.events.markProcessed(eventId) : this.events.postpone(eventId));
    } catch (error) {
      this.logger.error(error);
    }
  }

  private async attempt(subscriptionId: string): Promise<boolean> {
    try {
      return await this.follow(subscriptionId);
    } catch (error) {
      if (error instanceof PaymentInDoubt) this.logger.warn(error.message);
      else this.logger.error(error);
      // An unknown subscription never changes, so its event is done.
      return isMissing(error);
    }
  }

  /** Returns false when it is too early, because another worker holds the registration. */
  private async follow(subscriptionId: string): Promise<boolean> {
    const { registrationId, status, hasEnded } = await this.cards.ending(subscriptionId);
    // The platform did not create this subscription.
    if (!RegistrationId.safeParse(registrationId).success || registrationId === null) return true;
    const context = systemContext(this.clock.now());
    const before = await this.log.read(registrationId);
    if (before.status === 'none') return true;
    // The card's holder has confirmed and did not return to the registration.
    if (before.status === 'started' && !(await this.work.resume(registrationId, context))) return false;
    if (!hasEnded) return true;
    const command = { type: 'EndSubscription', registrationId, userId: registrationId, reason: status } as const;
    await this.log.record(command, context);
    return true;
  }
}
