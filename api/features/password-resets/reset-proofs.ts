import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RESET_PROOF_SECONDS } from '../../platform/auth/session-delivery.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { CheckReset, type PendingReset } from './check-reset.command.js';
import { codeHashOf, hashOf, sameHash } from './reset-secrets.js';
import { type Reset, ResetTable } from './reset-table.js';

const PROOF_BYTES = 32;
/** Id that is looked up for unknown names, so that they take as long as known ones. */
const NO_USER_ID = '00000000-0000-0000-0000-000000000000';

/** Issues proofs for one-time codes and verifies them. */
@Injectable()
export class ResetProofs {
  constructor(
    private readonly table: ResetTable,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Checks a sign-in against the pending reset. The bootstrap password of the first start counts as the code of its reset and gives no
   * session.
   */
  async check({ userId, typed, isOldPassword }: CheckReset): Promise<PendingReset | null> {
    const now = this.clock.now();
    const reset = await this.table.pendingOf(userId ?? NO_USER_ID, now);
    if (!reset) return null;
    const isCode = sameHash(codeHashOf(typed), reset.codeHash) || (reset.kind === 'first-start' && isOldPassword);
    if (!isCode) return isOldPassword ? { proof: null } : null;
    const proof = randomBytes(PROOF_BYTES).toString('base64url');
    await this.table.prove(reset.id, hashOf(proof), new Date(now.getTime() + RESET_PROOF_SECONDS * 1_000));
    return { proof };
  }

  find(proof: string | undefined): Promise<Reset | null> {
    return this.table.byProof(hashOf(proof ?? ''), this.clock.now());
  }
}

@CommandHandler(CheckReset)
export class CheckResetHandler implements ICommandHandler<CheckReset> {
  constructor(private readonly proofs: ResetProofs) {}

  execute(command: CheckReset): Promise<PendingReset | null> {
    return this.proofs.check(command);
  }
}
