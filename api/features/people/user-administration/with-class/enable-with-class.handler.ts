import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../../platform/domain-error.js';
import { Commands } from '../../../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../../platform/eventsourcing/event-store.js';
import { WithSeat } from '../with-seat.js';
import { userByStream } from '../../user-by-stream.query.js';
import { userStream } from '../../user.stream.js';
import { isRepeatFor } from './is-repeat.js';
import { EnableAfterClass, EnableWithClass } from './with-class.commands.js';

@CommandHandler(EnableAfterClass)
export class EnableAfterClassHandler implements ICommandHandler<EnableAfterClass> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly withSeat: WithSeat,
  ) {}

  async execute({ userId, ended, context }: EnableAfterClass): Promise<AppendResult | undefined> {
    const found = await userByStream(this.store, userId);
    if (!found || found.user.status === 'enabled' || isRepeatFor(found, context)) return undefined;
    const { organizationId: seatIn } = found.user;
    const command = { type: 'EnableWithClass', ...ended, seatIn } as const;
    const { appended } = await this.withSeat.runWithSeat(seatIn, userId, context, () =>
      this.commands.handle(userStream.of(userId), command, context),
    );
    return appended;
  }
}

@CommandHandler(EnableWithClass)
export class EnableWithClassHandler implements ICommandHandler<EnableWithClass> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly enabling: EnableAfterClassHandler,
  ) {}

  async execute({ userId, ended, context }: EnableWithClass): Promise<void> {
    const found = await userByStream(this.store, userId);
    if (found?.user.disabledBy !== ended.sessionId) return;
    try {
      await this.enabling.execute(new EnableAfterClass(userId, ended, context));
    } catch (error) {
      // No free seat, a deleted organization, or a decision of an admin in the meantime: the account stays disabled.
      if (!(error instanceof DomainError) || error.status === 503) throw error;
    }
  }
}
