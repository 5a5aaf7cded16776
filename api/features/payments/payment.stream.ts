import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type PaymentEvent, paymentEvents } from './payment.events.js';

/** State of one registration's payment. `customerId` is Stripe's, null when none was recorded; `reason` explains a failure. */
export type Payment =
  | { readonly status: 'none' }
  | { readonly status: 'started'; readonly customerId: string }
  | { readonly status: 'succeeded' | 'ended'; readonly customerId: string | null }
  | { readonly status: 'failed' | 'reversed'; readonly customerId: string | null; readonly reason: string };

interface Ids {
  readonly registrationId: string;
  readonly userId: string;
}

type DataOf<Type extends PaymentEvent['type']> = Omit<Extract<PaymentEvent, { type: Type }>['data'], keyof Ids>;

export type PaymentCommand = Ids &
  (
    | ({ type: 'Start' } & DataOf<'PaymentStarted'>)
    | ({ type: 'Succeed' } & DataOf<'PaymentSucceeded'>)
    | ({ type: 'Fail' } & DataOf<'PaymentFailed'>)
    | ({ type: 'Reverse' } & DataOf<'PaymentReversed'>)
    | ({ type: 'EndSubscription' } & DataOf<'SubscriptionEnded'>)
  );

const EVENT_OF = {
  Start: 'PaymentStarted',
  Succeed: 'PaymentSucceeded',
  Fail: 'PaymentFailed',
  Reverse: 'PaymentReversed',
  EndSubscription: 'SubscriptionEnded',
} as const;

/** States in which a command has an effect. In other states it is late or repeated, and appends no event. */
const ALLOWED_AFTER: Readonly<Record<PaymentCommand['type'], readonly Payment['status'][]>> = {
  Start: ['none'],
  Succeed: ['started'],
  Fail: ['none', 'started'],
  Reverse: ['started'],
  EndSubscription: ['succeeded'],
};

/** Stream of one attempt to subscribe. It ends once; later commands find it ended. */
export const paymentStream = defineStream({
  prefix: 'payment',
  events: paymentEvents,
  initialState: { status: 'none' } as Payment,

  decide({ type, ...data }: PaymentCommand, payment): PaymentEvent[] {
    if (!ALLOWED_AFTER[type].includes(payment.status)) return [];
    return [{ type: EVENT_OF[type], data } as PaymentEvent];
  },

  evolve(payment, event): Payment {
    const customerId = payment.status === 'none' ? null : payment.customerId;
    switch (event.type) {
      case 'PaymentStarted':
        return { status: 'started', customerId: event.data.customerId };
      case 'PaymentSucceeded':
        return { status: 'succeeded', customerId };
      case 'PaymentFailed':
        return { status: 'failed', customerId, reason: event.data.reason };
      case 'PaymentReversed':
        return { status: 'reversed', customerId, reason: event.data.reason };
      case 'SubscriptionEnded':
        return { status: 'ended', customerId };
      default:
        event satisfies never;
        return payment;
    }
  },
});
