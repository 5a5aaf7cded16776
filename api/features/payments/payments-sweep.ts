import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { CloseCustomer } from './closing/close-customer.js';
import { CustomerClosings } from './closing/customer-closings.js';
import { PaymentWork } from './payment-work.js';
import { PendingRegistrations } from './pending-registrations.js';
import { PaymentInDoubt } from './stripe-failures.js';
import { StripeEvents } from './webhook/stripe-events.js';
import { SubscriptionChanges } from './webhook/subscription-changes.js';

const EVERY_MS = 30_000;
/** Requests work on a registration for less time than this. */
const LEFT_AFTER_MINUTES = 3;

/**
 * Background task of the leader that completes payments. Finishes registrations that a crash or an unanswered call interrupted, processes
 * Stripe events, and closes customers at Stripe.
 */
@Injectable()
export class PaymentsSweep {
  private readonly faults = new FaultLog(new Logger(PaymentsSweep.name));

  constructor(
    private readonly pending: PendingRegistrations,
    private readonly work: PaymentWork,
    private readonly events: StripeEvents,
    private readonly news: SubscriptionChanges,
    private readonly closings: CustomerClosings,
    private readonly customer: CloseCustomer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
    leadership: Leadership,
  ) {
    if (config.stripe) leadership.addTask((_epoch, signal) => this.run(signal));
  }

  /** Processes the work that is due now, once. An abort takes effect before the next row, because each may wait for Stripe. */
  async sweep(signal?: AbortSignal): Promise<void> {
    for (const registrationId of await this.pending.abandoned(LEFT_AFTER_MINUTES)) {
      if (signal?.aborted) return;
      await this.work.resume(registrationId, systemContext(this.clock.now())).catch((error: unknown) => {
        if (error instanceof PaymentInDoubt) this.faults.warn(error.message);
        else this.faults.report(error);
      });
    }
    for (const event of await this.events.open()) {
      if (signal?.aborted) return;
      await this.news.process(event);
    }
    for (const closing of await this.closings.due()) {
      if (signal?.aborted) return;
      await this.customer.close(closing);
    }
    await this.events.purge();
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sweep(signal).catch((error: unknown) => this.faults.report(error));
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
