import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { ResetProofs } from './reset-proofs.js';
import { type Reset, ResetTable } from './reset-table.js';

/**
 * Finds the reset that a caller can use under a name (docs/rules.md#proof-of-a-reset). It is the reset of the caller's proof, when the name
 * belongs to the same user.
 */
@Injectable()
export class UsableReset implements OnApplicationBootstrap {
  private readonly logger = new Logger(UsableReset.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly claims: Claims,
    private readonly proofs: ResetProofs,
    private readonly table: ResetTable,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.resetWithoutProof) return;
    this.logger.warn(
      'RESET_WITHOUT_PROOF is on: while a reset is pending, anyone who knows the username can choose the new password.',
    );
  }

  /** Returns the usable reset. Null for every other name, after the same two lookups. */
  async find(username: string, proof: string | undefined): Promise<Reset | null> {
    const [owner, proven] = await Promise.all([this.claims.ownerOf('username', username), this.proofs.find(proof)]);
    if (proven && proven.userId === owner) return proven;
    if (!this.config.resetWithoutProof || owner === null) return null;
    return this.table.pendingOf(owner, this.clock.now());
  }
}
