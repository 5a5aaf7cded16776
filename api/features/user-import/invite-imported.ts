import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../platform/eventsourcing/projecting/reactor-registry.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { InviteUser } from '../password-resets/invite-user/invite-user.command.js';
import { accountByStream } from '../people/account-by-stream.query.js';
import type { UserRegistered } from '../people/user.events.js';

/**
 * Reactor that invites imported users to choose a password, unless they were imported as disabled. It follows the event, so that no crash
 * loses an invitation.
 */
@Injectable()
export class InviteImported {
  constructor(
    reactors: ReactorRegistry,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commandBus: CommandBus,
  ) {
    reactors.register<UserRegistered>({
      name: 'invite-imported',
      handles: ['UserRegistered'],
      react: (event) => this.invite(event),
    });
  }

  private async invite({ data, eventId }: RecordedEvent<UserRegistered>): Promise<void> {
    if (data.through !== 'import') return;
    const account = await accountByStream(this.store, data.userId);
    if (account?.status !== 'enabled') return;
    const context = systemContext(this.clock.now(), eventId, uuidv5('invite', data.userId));
    await this.commandBus.execute(new InviteUser(data.userId, context));
  }
}
