import { Module } from '@nestjs/common';
import { CONFIG } from '../../config.js';
import { WorkQueues } from '../../platform/ops/work-queues.js';
import { PeopleModule } from '../people/people.module.js';
import { AccountOpening } from './account-opening.js';
import { CloseCustomer } from './closing/close-customer.js';
import { CloseCustomers } from './closing/close-customers.js';
import { CustomerClosings } from './closing/customer-closings.js';
import { DisableUnsubscribed } from './disable-unsubscribed.js';
import { PaymentLog } from './payment-log.js';
import { PaymentWork } from './payment-work.js';
import { PaymentsSweep } from './payments-sweep.js';
import { PendingRegistrations } from './pending-registrations.js';
import { RegisterAndPayController } from './register-and-pay/register-and-pay.controller.js';
import { RegisterAndPayHandler } from './register-and-pay/register-and-pay.handler.js';
import { RegistrationStart } from './register-and-pay/registration-start.js';
import { SamePerson } from './register-and-pay/same-person.js';
import { CardPayments } from './card-payments.js';
import { createStripe, STRIPE } from './stripe-client.js';
import { SubscriptionSaga } from './subscription-saga.js';
import { StripeEvents } from './webhook/stripe-events.js';
import { StripeWebhookController } from './webhook/stripe-webhook.controller.js';
import { SubscriptionChanges } from './webhook/subscription-changes.js';

/** Subscriptions by card: a paid subscription creates an account, and its end disables the account. */
@Module({
  imports: [PeopleModule],
  controllers: [RegisterAndPayController, StripeWebhookController],
  providers: [
    { provide: STRIPE, inject: [CONFIG], useFactory: createStripe },
    AccountOpening,
    CardPayments,
    CloseCustomer,
    CloseCustomers,
    CustomerClosings,
    DisableUnsubscribed,
    PaymentLog,
    PaymentsSweep,
    PaymentWork,
    PendingRegistrations,
    RegisterAndPayHandler,
    RegistrationStart,
    SamePerson,
    StripeEvents,
    SubscriptionChanges,
    SubscriptionSaga,
  ],
})
export class PaymentsModule {
  constructor(events: StripeEvents, queues: WorkQueues) {
    queues.register('stripe', () => events.unfinished());
  }
}
