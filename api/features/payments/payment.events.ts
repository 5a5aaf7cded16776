import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const target = on('user', 'userId');

/**
 * Events of stream `payment-{registrationId}`: one attempt to subscribe. Ids that begin with letters are Stripe's. Never contains card
 * data.
 */
export const paymentEvents = {
  PaymentStarted: event(z.object({ registrationId: id, userId: id, customerId: z.string(), priceId: z.string() }), {
    audit: { target, facts: () => ({ payment: 'started' }) },
  }),
  PaymentSucceeded: event(
    z.object({
      registrationId: id,
      userId: id,
      subscriptionId: z.string(),
      /** Null when nothing was due, as in a free trial. */
      paymentIntentId: z.string().nullable(),
      /** In the currency's smallest unit. */
      amount: z.int(),
      currency: z.string(),
    }),
    {
      audit: { target, needsPast: true, facts: (paid) => ({ payment: 'paid', amount: money(paid) }) },
    },
  ),
  PaymentFailed: event(z.object({ registrationId: id, userId: id, reason: z.string() }), {
    audit: { target, needsPast: true, facts: ({ reason }) => ({ payment: 'failed', reason }) },
  }),
  /** The card was charged, but no account could be created, so the payment was refunded. */
  PaymentReversed: event(
    z.object({ registrationId: id, userId: id, refundId: z.string().nullable(), reason: z.string() }),
    {
      audit: { target, needsPast: true, facts: ({ reason }) => ({ payment: 'reversed', reason }) },
    },
  ),
  SubscriptionEnded: event(z.object({ registrationId: id, userId: id, reason: z.string() }), {
    audit: { target, needsPast: true, facts: ({ reason }) => ({ payment: 'ended', reason }) },
  }),
} as const;

type Events = EventsOf<typeof paymentEvents>;

export type PaymentEvent = Events[keyof Events];

/** Formats an amount. Stripe counts in a currency's smallest unit, which is not always a hundredth. */
function money({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
