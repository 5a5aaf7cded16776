import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import type { ChangePasswordRequest } from '../../../contracts/own-account.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { ConfirmPassword } from '../../sign-in/confirm-password/confirm-password.command.js';
import { PasswordChanges } from '../password-changes.js';

/** Changes the password of a signed-in person and ends all their other sessions. Refused with a map of fields. */
export class ChangeOwnPassword {
  constructor(
    readonly actor: Actor,
    readonly request: ChangePasswordRequest,
    readonly context: CommandContext,
  ) {}
}

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
