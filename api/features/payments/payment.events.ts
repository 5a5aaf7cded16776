import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Stream `payment-{registrationId}`: one attempt to subscribe. Ids beginning with letters are Stripe's. No card data, ever. */
export const paymentEvents = {
  PaymentStarted: z.object({ registrationId: id, userId: id, customerId: z.string(), priceId: z.string() }),
  PaymentSucceeded: z.object({
    registrationId: id,
    userId: id,
    subscriptionId: z.string(),
    /** Null where nothing was due, as in a free trial. */
    paymentIntentId: z.string().nullable(),
    /** In the currency's smallest unit. */
    amount: z.int(),
    currency: z.string(),
  }),
  PaymentFailed: z.object({ registrationId: id, userId: id, reason: z.string() }),
  /** Charged, but no account could be made: the money went back. */
  PaymentReversed: z.object({ registrationId: id, userId: id, refundId: z.string().nullable(), reason: z.string() }),
  SubscriptionEnded: z.object({ registrationId: id, userId: id, reason: z.string() }),
} as const;

type Events = { [Type in keyof typeof paymentEvents]: DomainEvent<Type, z.infer<(typeof paymentEvents)[Type]>> };

export type PaymentEvent = Events[keyof Events];

export const paymentStream = (registrationId: string): string => `payment-${registrationId}`;
