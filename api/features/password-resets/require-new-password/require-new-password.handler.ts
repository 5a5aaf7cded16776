import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Resets } from '../resets.js';
import { RequireNewPassword } from './require-new-password.command.js';

@CommandHandler(RequireNewPassword)
export class RequireNewPasswordHandler implements ICommandHandler<RequireNewPassword> {
  constructor(private readonly resets: Resets) {}

  async execute({ userId, context }: RequireNewPassword): Promise<void> {
    await this.resets.request(userId, 'first-start', context);
  }
}
