import { Injectable } from '@nestjs/common';
import { AccessTokens, type TokenSubject } from '../../../../platform/auth/access-tokens.js';
import { Actors } from '../../../../platform/auth/actors.js';
import { RefreshFamilies } from '../../../../platform/auth/refresh-families.js';
import type { CommandContext } from '../../../../platform/eventsourcing/command-handling.js';
import { SecurityLog } from '../../security-log.js';

/** Proof of the session to end. One of the values is enough, and it may have expired. */
export interface SessionProof {
  readonly secret: string | undefined;
  readonly accessToken: string | undefined;
}

/** Ends a session with its refresh family, so that none of its tokens work. Does nothing when no session is found. */
export class EndSession {
  constructor(
    readonly proof: SessionProof,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class EndSessionHandler {
  constructor(
    private readonly families: RefreshFamilies,
    private readonly tokens: AccessTokens,
    private readonly actors: Actors,
    private readonly log: SecurityLog,
  ) {}

  async execute({ proof, context }: EndSession): Promise<void> {
    const session = await this.sessionOf(proof);
    if (!session) return;
    const { userId, familyId } = session;
    await this.families.end(familyId, 'signed-out');
    this.actors.forgetFamily(familyId);
    await this.log.record({ type: 'RecordSignOut', userId, familyId }, context);
  }

  private async sessionOf({ secret, accessToken }: SessionProof): Promise<TokenSubject | null> {
    const bySecret = secret ? await this.families.findBySecret(secret) : null;
    return bySecret ?? (accessToken ? this.tokens.read(accessToken, { allowExpired: true }) : null);
  }
}
