import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../platform/domain-error.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { WithSeat } from '../with-seat.js';
import { userByStream } from '../user-by-stream.query.js';
import { userDecider } from '../user.decider.js';
import { userStream } from '../user.events.js';
import { isRepeatFor } from './is-repeat.js';
import { EnableWithClass } from './with-class.commands.js';

@CommandHandler(EnableWithClass)
export class EnableWithClassHandler implements ICommandHandler<EnableWithClass> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly withSeat: WithSeat,
  ) {}

  async execute({ userId, sessionId, context }: EnableWithClass): Promise<void> {
    const found = await userByStream(this.store, userId);
    if (!found || found.user.disabledBy !== sessionId || isRepeatFor(found, context)) return;
    const command = { type: 'EnableWithClass', sessionId } as const;
    try {
      await this.withSeat.during(found.user.organizationId, userId, context, () =>
        this.commands.handle(userDecider, userStream(userId), command, context),
      );
    } catch (error) {
      // No seat, no organization any more, or somebody decided otherwise meanwhile: they stay as they are.
      if (!(error instanceof DomainError) || error.status === 503) throw error;
    }
  }
}
