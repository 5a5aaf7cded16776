import { Command } from '@nestjs/cqrs';
import type { AccessCode } from '../../../contracts/access-code.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';

/** A new code, whose id is the command's id. */
export class GenerateAccessCode extends Command<{ accessCode: AccessCode; appended: AppendResult | undefined }> {
  constructor(readonly context: CommandContext) {
    super();
  }
}

/** Gives a code, as somebody typed it, to an organization. Refused with ACCESS_CODE_ASSIGNED, or NOT_FOUND. */
export class AssignAccessCode extends Command<AppendResult | undefined> {
  constructor(
    readonly code: string,
    readonly organizationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Nobody registers with it any more. */
export class DeleteAccessCode extends Command<AppendResult | undefined> {
  constructor(
    readonly accessCodeId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
