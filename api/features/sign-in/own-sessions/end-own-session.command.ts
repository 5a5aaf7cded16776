import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Ends one of a person's sessions. Refused with NOT_FOUND for a session of somebody else; one that is over stays so. */
export class EndOwnSession {
  constructor(
    readonly userId: string,
    readonly familyId: string,
    readonly context: CommandContext,
  ) {}
}
