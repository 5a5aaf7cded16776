import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RegistrationThrottle } from '../registration-throttle.js';
import { CountRefusal, ForgiveRefusal } from '../registration.commands.js';

@CommandHandler(CountRefusal)
export class CountRefusalHandler implements ICommandHandler<CountRefusal> {
  constructor(private readonly throttle: RegistrationThrottle) {}

  async execute({ kind, context }: CountRefusal): Promise<void> {
    await this.throttle.count(kind, context.metadata.address ?? '');
  }
}

@CommandHandler(ForgiveRefusal)
export class ForgiveRefusalHandler implements ICommandHandler<ForgiveRefusal> {
  constructor(private readonly throttle: RegistrationThrottle) {}

  async execute({ kind, context }: ForgiveRefusal): Promise<void> {
    await this.throttle.discount(kind, context.metadata.address ?? '');
  }
}
