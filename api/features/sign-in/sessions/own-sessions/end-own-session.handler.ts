import { Injectable } from '@nestjs/common';
import { Actors } from '../../../../platform/auth/actors.js';
import { RefreshFamilies } from '../../../../platform/auth/refresh-families.js';
import { notFound } from '../../../../platform/domain-error.js';
import type { CommandContext } from '../../../../platform/eventsourcing/command-handling.js';
import { SecurityLog } from '../../security-log.js';

/** Ends one of a person's sessions. Refused with NOT_FOUND for another person's session; does nothing when it has ended. */
export class EndOwnSession {
  constructor(
    readonly userId: string,
    readonly familyId: string,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class EndOwnSessionHandler {
  constructor(
    private readonly families: RefreshFamilies,
    private readonly actors: Actors,
    private readonly log: SecurityLog,
  ) {}

  async execute({ userId, familyId, context }: EndOwnSession): Promise<void> {
    if ((await this.families.ownerOf(familyId)) !== userId) throw notFound('The session');
    const ended = await this.families.end(familyId, 'ended');
    this.actors.forgetFamily(familyId);
    if (ended) await this.log.record({ type: 'RecordSignOut', userId, familyId }, context);
  }
}
