import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../../platform/eventsourcing/event-store.js';

/** A class that ended, and the organization of its course. */
export interface EndedClass {
  readonly sessionId: string;
  readonly organizationId: string | null;
}

/**
 * Disables a player of the course's organization because a class ended. Skips everyone else, and accounts that are disabled already,
 * deleted or unknown.
 */
export class DisableWithClass extends Command<void> {
  constructor(
    readonly userId: string,
    readonly ended: EndedClass,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Enables a player who was disabled by the end of the class, when their organization has a seat. Skips everyone else, and players who were
 * disabled for another reason since.
 */
export class EnableWithClass extends Command<void> {
  constructor(
    readonly userId: string,
    readonly ended: EndedClass,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Enables one player on request. Returns undefined when the account is enabled already.
 * @throws DomainError 403 when the account was disabled for another reason, USER_LIMIT_REACHED.
 */
export class EnableAfterClass extends Command<AppendResult | undefined> {
  constructor(
    readonly userId: string,
    readonly ended: EndedClass,
    readonly context: CommandContext,
  ) {
    super();
  }
}
