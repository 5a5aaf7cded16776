import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RegistrationThrottle } from '../registration-throttle.js';
import { ForgiveRefusal } from '../registration.commands.js';

@CommandHandler(ForgiveRefusal)
export class ForgiveRefusalHandler implements ICommandHandler<ForgiveRefusal> {
  constructor(private readonly throttle: RegistrationThrottle) {}

  async execute({ kind, context }: ForgiveRefusal): Promise<void> {
    await this.throttle.discount(kind, context.metadata.address ?? '');
  }
}
