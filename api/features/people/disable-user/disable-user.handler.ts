import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../platform/domain-error.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { userStream } from '../user.stream.js';
import { DisableUser } from './disable-user.command.js';

@CommandHandler(DisableUser)
export class DisableUserHandler implements ICommandHandler<DisableUser> {
  constructor(private readonly commands: Commands) {}

  async execute({ userId, cause, context }: DisableUser): Promise<AppendResult | undefined> {
    try {
      const command = { type: 'Disable', cause } as const;
      return (await this.commands.handle(userStream.of(userId), command, context)).appended;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }
}
