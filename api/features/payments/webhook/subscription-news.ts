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

/** Works off what Stripe tells: never by what an event says, which may be old, but by what Stripe says when asked now. */
@Injectable()
export class SubscriptionNews {
  private readonly logger = new Logger(SubscriptionNews.name);

  constructor(
    private readonly events: StripeEvents,
    private readonly cards: CardPayments,
    private readonly work: PaymentWork,
    private readonly log: PaymentLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Never rejects; what could not be done now stays open, and is tried again later. */
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
      // Of a subscription that Stripe does not know there will never be any news.
      return isMissing(error);
    }
  }

  /** False when it is too early: the registration is at work right now. */
  private async follow(subscriptionId: string): Promise<boolean> {
    const { registrationId, status, isOver } = await this.cards.ending(subscriptionId);
    // A subscription that was not made here is none of ours.
    if (!RegistrationId.safeParse(registrationId).success || registrationId === null) return true;
    const context = systemContext(this.clock.now());
    const before = await this.log.read(registrationId);
    if (before.status === 'none') return true;
    // Its card's holder has confirmed, and did not come back to say so.
    if (before.status === 'started' && !(await this.work.resume(registrationId, context))) return false;
    if (!isOver) return true;
    const command = { type: 'EndSubscription', registrationId, userId: registrationId, reason: status } as const;
    await this.log.record(command, context);
    return true;
  }
}
