import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, eventIdOf } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { type UserCommand, userStream } from '../user.stream.js';
import { RecordPasswordChanged, RecordResetRequested, type RecordedOnUser } from './password-events.commands.js';

/** Appends events about passwords. Returns the recorded event when a command is repeated. */
@Injectable()
export class PasswordEvents {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
  ) {}

  async record(userId: string, command: UserCommand, context: CommandContext): Promise<RecordedOnUser> {
    const stream = userStream.of(userId);
    const eventId = eventIdOf(context.commandId, stream.name, 0);
    const before = (await stream.read(this.store)).find((event) => event.eventId === eventId);
    if (before) return { eventId, version: before.version, position: undefined };
    const { appended } = await this.commands.handle(stream, command, context);
    const { version, position } = appended!;
    return { eventId, version, position };
  }
}

@CommandHandler(RecordResetRequested)
export class RecordResetRequestedHandler implements ICommandHandler<RecordResetRequested> {
  constructor(private readonly events: PasswordEvents) {}

  execute({ userId, by, expiresAt, context, authorizedFor }: RecordResetRequested): Promise<RecordedOnUser> {
    return this.events.record(userId, { type: 'RequestReset', by, expiresAt, authorizedFor }, context);
  }
}

@CommandHandler(RecordPasswordChanged)
export class RecordPasswordChangedHandler implements ICommandHandler<RecordPasswordChanged> {
  constructor(private readonly events: PasswordEvents) {}

  execute({ userId, how, context }: RecordPasswordChanged): Promise<RecordedOnUser> {
    return this.events.record(userId, { type: 'ChangePassword', how }, context);
  }
}
