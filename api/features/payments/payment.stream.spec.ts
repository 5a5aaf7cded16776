import { given } from '../../platform/eventsourcing/testing/given.js';
import { golden } from '../../testing/golden-events.js';
import { type PaymentCommand, paymentStream } from './payment.stream.js';
import type { PaymentEvent } from './payment.events.js';

const event = (type: PaymentEvent['type']) => golden(type) as PaymentEvent;
const command = (type: PaymentCommand['type'], of: PaymentEvent['type']) =>
  ({ type, ...event(of).data }) as PaymentCommand;

const start = command('Start', 'PaymentStarted');
const succeed = command('Succeed', 'PaymentSucceeded');
const fail = command('Fail', 'PaymentFailed');
const reverse = command('Reverse', 'PaymentReversed');
const endSubscription = command('EndSubscription', 'SubscriptionEnded');

const started = [event('PaymentStarted')];
const succeeded = [...started, event('PaymentSucceeded')];

it.each([
  ['starts', [], start, 'PaymentStarted'],
  ['succeeds', started, succeed, 'PaymentSucceeded'],
  ['fails before it started', [], fail, 'PaymentFailed'],
  ['fails', started, fail, 'PaymentFailed'],
  ['is reversed', started, reverse, 'PaymentReversed'],
  ['ends its subscription', succeeded, endSubscription, 'SubscriptionEnded'],
] as const)('%s', (_what, past, asked, type) => {
  given(paymentStream)(...past)
    .when(asked)
    .thenRecords(event(type));
});

it.each([
  ['a second start', started, start],
  ['a success that was not started', [], succeed],
  ['a second success', succeeded, succeed],
  ['a failure after the success', succeeded, fail],
  ['a reversal after the success', succeeded, reverse],
  ['a reversal without a payment', [], reverse],
  ['a success after the failure', [...started, event('PaymentFailed')], succeed],
  ['a success after the reversal', [...started, event('PaymentReversed')], succeed],
  ['a failure after the reversal', [...started, event('PaymentReversed')], fail],
  ['the end of a subscription that never started', started, endSubscription],
  ['a second end', [...succeeded, event('SubscriptionEnded')], endSubscription],
] as const)('ignores %s', (_what, past, asked) => {
  given(paymentStream)(...past)
    .when(asked)
    .thenNothing();
});
