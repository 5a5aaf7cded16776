import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import type { UserEvent } from '../../people/user.events.js';
import type { PaymentEvent } from '../payment.events.js';
import { PaymentLog } from '../payment-log.js';
import { CustomerClosings } from './customer-closings.js';

type Closing =
  | Extract<UserEvent, { type: 'UserDeleted' | 'PersonalDataErased' }>
  | Extract<PaymentEvent, { type: 'PaymentFailed' | 'PaymentReversed' }>;

/**
 * Reactor that records which subscriptions must end and which customers Stripe must delete. Deleted users stay customers, because their
 * payments may be queried. Erased users, and registrations that never became an account, do not. The sweep calls Stripe.
 */
@Injectable()
export class CloseCustomers {
  constructor(
    private readonly log: PaymentLog,
    private readonly closings: CustomerClosings,
    reactors: ReactorRegistry,
  ) {
    const reactor: Reactor<Closing> = {
      name: 'customer-closings',
      handles: ['UserDeleted', 'PersonalDataErased', 'PaymentFailed', 'PaymentReversed'],
      react: (event) => this.react(event),
    };
    reactors.register(reactor);
  }

  private async react({ type, data }: RecordedEvent<Closing>): Promise<void> {
    // An account that was created by a payment has the registration's id.
    const { userId: registrationId } = data;
    if ((await this.log.read(registrationId)).status === 'none') return;
    await this.closings.add({ registrationId, forget: type !== 'UserDeleted' });
  }
}
