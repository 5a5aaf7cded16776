import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import type { LinkResetRequest } from '../../../contracts/password-reset.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { PasswordChanges } from '../password-changes.js';
import { hashOf } from '../reset-secrets.js';
import { type ChangedHow, type ResetKind, ResetTable } from '../reset-table.js';

/** Sets a new password with the token of a mailed link; all defects have the same answer (docs/rules.md#reset-by-link). */
export class ResetByLink {
  constructor(
    readonly request: LinkResetRequest,
    readonly context: CommandContext,
  ) {}
}

const HOW: Readonly<Record<ResetKind, ChangedHow>> = {
  link: 'link',
  admin: 'link',
  'first-start': 'link',
  undo: 'link',
  invitation: 'invitation',
};

@Injectable()
export class ResetByLinkHandler {
  constructor(
    private readonly claims: Claims,
    private readonly table: ResetTable,
    private readonly changes: PasswordChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ request, context }: ResetByLink): Promise<LogPosition | undefined> {
    const { email, token, newPassword } = request;
    const [owner, reset] = await Promise.all([
      this.claims.ownerOf('email', email),
      this.table.byToken(hashOf(token), this.clock.now()),
    ]);
    if (!reset || owner !== reset.userId) throw refusal();
    const outcome = await this.changes.change(reset, newPassword, HOW[reset.kind], 'NewPassword', context);
    if (outcome === 'refused') throw refusal();
    return outcome.position;
  }
}

const refusal = (): DomainError => new DomainError('INVALID_RESET', 'Invalid or expired reset link.', 400);
