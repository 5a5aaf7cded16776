import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { contextAfter } from '../../../platform/eventsourcing/system-context.js';
import { accountByStream } from '../../people/account-by-stream.query.js';
import type { UserEvent } from '../../people/user.events.js';
import { ReleaseSeat } from './seats.commands.js';

type Leaving = Extract<UserEvent, { type: 'UserDisabled' | 'UserDeleted' | 'UserMovedToOrganization' }>;

/** Reactor that releases the seat of a disabled, deleted or moved user. */
@Injectable()
export class SeatsFollowPeople {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commandBus: CommandBus,
    reactors: ReactorRegistry,
  ) {
    const reactor: Reactor<Leaving> = {
      name: 'seats',
      handles: ['UserDisabled', 'UserDeleted', 'UserMovedToOrganization'],
      react: (event) => this.react(event),
    };
    reactors.register(reactor);
  }

  private async react(event: RecordedEvent<Leaving>): Promise<void> {
    const { type, data } = event;
    const account = await accountByStream(this.store, data.userId);
    if (!account) return;
    const left = type === 'UserMovedToOrganization' ? data.from : account.organizationId;
    if (left !== null) await this.commandBus.execute(new ReleaseSeat(left, [data.userId], contextAfter(event)));
  }
}
