import { Command } from '@nestjs/cqrs';
import type { IssuedRefresh, SessionOrigin } from '../../../platform/auth/refresh-families.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Exchanges a refresh secret for the next; null when it is not, or no longer, good for that. */
export class RefreshSession extends Command<IssuedRefresh | null> {
  constructor(
    readonly secret: string,
    readonly origin: SessionOrigin,
    readonly context: CommandContext,
  ) {
    super();
  }
}
