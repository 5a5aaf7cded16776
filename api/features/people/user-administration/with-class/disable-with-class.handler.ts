import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Commands } from '../../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/eventsourcing/event-store.js';
import { userByStream } from '../../user-by-stream.query.js';
import { userStream } from '../../user.stream.js';
import { isRepeatFor } from './is-repeat.js';
import { DisableWithClass } from './with-class.commands.js';

@CommandHandler(DisableWithClass)
export class DisableWithClassHandler implements ICommandHandler<DisableWithClass> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
  ) {}

  async execute({ userId, ended, context }: DisableWithClass): Promise<void> {
    const found = await userByStream(this.store, userId);
    if (!found || isRepeatFor(found, context)) return;
    await this.commands.handle(userStream.of(userId), { type: 'DisableWithClass', ...ended }, context);
  }
}
