import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import { ConfirmPassword } from '../../sign-in/confirm-password/confirm-password.command.js';
import { PasswordChanges } from '../password-changes.js';
import { ChangeOwnPassword } from './change-own-password.command.js';

@Injectable()
export class ChangeOwnPasswordHandler {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly changes: PasswordChanges,
  ) {}

  async execute({ actor, request, context }: ChangeOwnPassword): Promise<LogPosition | undefined> {
    const { currentPassword, newPassword } = request;
    const present = await this.commandBus.execute(new ConfirmPassword(actor.userId, currentPassword, context));
    return this.changes.changeOwn(actor, present, newPassword, context);
  }
}
