import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Makes the present password valid only for choosing another one (docs/rules.md#first-administrator). */
export class RequireNewPassword extends Command<void> {
  constructor(
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
