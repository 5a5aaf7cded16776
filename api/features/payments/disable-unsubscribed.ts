import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ReactorRegistry } from '../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../platform/eventsourcing/projecting/reactor.js';
import { contextAfter } from '../../platform/eventsourcing/system-context.js';
import { DisableUser } from '../people/disable-user/disable-user.command.js';
import type { PaymentEvent } from './payment.events.js';

/** Disables a user whose subscription has ended (docs/rules.md#end-of-a-subscription). */
@Injectable()
export class DisableUnsubscribed {
  constructor(commandBus: CommandBus, reactors: ReactorRegistry) {
    const reactor: Reactor<Extract<PaymentEvent, { type: 'SubscriptionEnded' }>> = {
      name: 'subscriptions',
      handles: ['SubscriptionEnded'],
      react: async (event) => {
        await commandBus.execute(new DisableUser(event.data.userId, 'subscription', contextAfter(event)));
      },
    };
    reactors.register(reactor);
  }
}
