import { Injectable } from '@nestjs/common';
import { Actors } from '../../../../platform/auth/actors.js';
import { type IssuedRefresh, RefreshFamilies, type SessionOrigin } from '../../../../platform/auth/refresh-families.js';
import type { CommandContext } from '../../../../platform/eventsourcing/command-handling.js';
import { Identity } from '../../identity.js';
import { SecurityLog } from '../../security-log.js';

/** Why a session cannot be renewed. `over`: it expired, or the reason is not disclosed. */
export type SessionEnd = 'over' | 'disabled' | 'unpaid' | 'ended-by-owner' | 'ended-by-admin' | 'account-changed';

/** Exchanges a refresh secret for the next one, or returns why that is not possible. */
export class RefreshSession {
  constructor(
    readonly secret: string,
    readonly origin: SessionOrigin,
    readonly context: CommandContext,
  ) {}
}

/** Maps stored end reasons to those disclosed to the holder of the secret; every other reason is `over`. */
const ENDS_BY_REASON = {
  disabled: 'disabled',
  deleted: 'disabled',
  'organization-unpaid': 'unpaid',
  ended: 'ended-by-owner',
  'ended-by-admin': 'ended-by-admin',
  moved: 'account-changed',
  demoted: 'account-changed',
} as const satisfies Readonly<Record<string, SessionEnd>>;

/** Reasons that can pass: an account can be enabled again, and an organization can pay again. */
const REVERSIBLE_ENDS: ReadonlySet<SessionEnd> = new Set(['disabled', 'unpaid']);

const endByReason = (reason: string | null): SessionEnd =>
  reason !== null && Object.hasOwn(ENDS_BY_REASON, reason)
    ? ENDS_BY_REASON[reason as keyof typeof ENDS_BY_REASON]
    : 'over';

@Injectable()
export class RefreshSessionHandler {
  constructor(
    private readonly families: RefreshFamilies,
    private readonly actors: Actors,
    private readonly identity: Identity,
    private readonly log: SecurityLog,
  ) {}

  async execute({ secret, origin, context }: RefreshSession): Promise<IssuedRefresh | SessionEnd> {
    const rotation = await this.families.rotate(secret, origin);
    if (rotation.outcome === 'refused') return this.endNow(secret, endByReason(rotation.endReason));
    const { userId, familyId } = rotation;
    if (rotation.outcome === 'reused') {
      this.actors.forgetFamily(familyId);
      await this.log.record({ type: 'RecordReuse', userId, familyId }, context);
      return 'over';
    }
    const rights = await this.identity.rightsOf(userId);
    if (rights?.canPlay) return rotation;
    const reason = rights?.enabled ? 'organization-unpaid' : 'disabled';
    await this.families.end(familyId, reason);
    this.actors.forgetFamily(familyId);
    return ENDS_BY_REASON[reason];
  }

  /** Returns the end that applies now. A reason that no longer applies would keep the person from signing in again. */
  private async endNow(secret: string, end: SessionEnd): Promise<SessionEnd> {
    if (!REVERSIBLE_ENDS.has(end)) return end;
    const family = await this.families.findBySecret(secret);
    const rights = family && (await this.identity.rightsOf(family.userId));
    if (rights?.canPlay) return 'over';
    return end === (rights?.enabled ? 'unpaid' : 'disabled') ? end : 'over';
  }
}
