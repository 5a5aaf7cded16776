import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** A new code, whose id is the command's id. */
export class GenerateAccessCode {
  constructor(readonly context: CommandContext) {}
}

/** Gives a code, as somebody typed it, to an organization. Refused with ACCESS_CODE_ASSIGNED, or NOT_FOUND. */
export class AssignAccessCode {
  constructor(
    readonly code: string,
    readonly organizationId: string,
    readonly context: CommandContext,
  ) {}
}

/** Nobody registers with it any more. */
export class DeleteAccessCode {
  constructor(
    readonly accessCodeId: string,
    readonly context: CommandContext,
  ) {}
}
