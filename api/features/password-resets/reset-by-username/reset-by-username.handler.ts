import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import type { UsernameResetRequest } from '../../../contracts/password-reset.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { PasswordChanges } from '../password-changes.js';
import { UsableReset } from '../usable-reset.js';

/** Sets the password of a person who has proved their one-time code; `name` is the path parameter (docs/rules.md#reset-by-user-name). */
export class ResetByUsername {
  constructor(
    readonly name: string,
    readonly request: UsernameResetRequest,
    readonly proof: string | undefined,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class ResetByUsernameHandler {
  constructor(
    private readonly usable: UsableReset,
    private readonly changes: PasswordChanges,
  ) {}

  async execute({ name, request, proof, context }: ResetByUsername): Promise<LogPosition | undefined> {
    const { username, password } = request;
    const reset = sameName(name, username) ? await this.usable.find(username, proof) : null;
    if (!reset) throw refusal();
    const how = proof ? 'code' : 'unproven';
    const outcome = await this.changes.change(reset, password, how, 'Password', context);
    if (outcome === 'refused') throw refusal();
    return outcome.position;
  }
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Returns the refusal, equal for known and unknown names. Only a caller with a proof receives another answer. */
function refusal(): DomainError {
  const message = 'Sign in with your one-time code first.';
  return new DomainError('INVALID_RESET', message, 400, { Username: [message] });
}
