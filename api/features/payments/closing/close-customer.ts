import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { CardPayments } from '../card-payments.js';
import { PaymentLog } from '../payment-log.js';
import { PaymentInDoubt } from '../stripe-failures.js';
import { type CustomerClosing, CustomerClosings } from './customer-closings.js';

/** Ends a subscription at Stripe and deletes the customer there. Each step is safe to repeat after a crash. */
@Injectable()
export class CloseCustomer {
  private readonly logger = new Logger(CloseCustomer.name);

  constructor(
    private readonly closings: CustomerClosings,
    private readonly cards: CardPayments,
    private readonly log: PaymentLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Closes the customer, or postpones the work when a call to Stripe fails. */
  async close(closing: CustomerClosing): Promise<void> {
    try {
      await this.atStripe(closing);
    } catch (error) {
      if (error instanceof PaymentInDoubt) this.logger.warn(error.message);
      else this.logger.error(error);
      await this.closings.postpone(closing);
      return;
    }
    await this.closings.finish(closing);
  }

  private async atStripe({ registrationId, forget }: CustomerClosing): Promise<void> {
    for (const customerId of await this.customersOf(registrationId)) {
      await this.cards.endSubscription(customerId);
      if (forget) await this.cards.deleteCustomer(customerId);
    }
    const ids = { registrationId, userId: registrationId };
    await this.log.record({ type: 'EndSubscription', ...ids, reason: 'canceled' }, systemContext(this.clock.now()));
  }

  private async customersOf(registrationId: string): Promise<readonly string[]> {
    const payment = await this.log.read(registrationId);
    if (payment.status !== 'none' && payment.customerId !== null) return [payment.customerId];
    // Stripe may have created a customer before a crash kept the platform from recording it.
    return this.cards.customersOf(registrationId);
  }
}
