import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import { Resets } from '../resets.js';
import { InviteUser } from './invite-user.command.js';

@CommandHandler(InviteUser)
export class InviteUserHandler implements ICommandHandler<InviteUser> {
  constructor(private readonly resets: Resets) {}

  async execute({ userId, context }: InviteUser): Promise<LogPosition | undefined> {
    return (await this.resets.request(userId, 'invitation', context)).position;
  }
}
