import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RegistrationThrottle } from '../registration-throttle.js';
import { CountRefusal } from '../registration.commands.js';

@CommandHandler(CountRefusal)
export class CountRefusalHandler implements ICommandHandler<CountRefusal> {
  constructor(private readonly throttle: RegistrationThrottle) {}

  async execute({ kind, context }: CountRefusal): Promise<void> {
    await this.throttle.count(kind, context.metadata.address ?? '');
  }
}
