import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Actors } from '../../../platform/auth/actors.js';
import { type IssuedRefresh, RefreshFamilies } from '../../../platform/auth/refresh-families.js';
import { Identity } from '../identity.js';
import { SecurityLog } from '../security-log.js';
import { RefreshSession } from './refresh-session.command.js';

@CommandHandler(RefreshSession)
export class RefreshSessionHandler implements ICommandHandler<RefreshSession> {
  constructor(
    private readonly families: RefreshFamilies,
    private readonly actors: Actors,
    private readonly identity: Identity,
    private readonly log: SecurityLog,
  ) {}

  async execute({ secret, origin, context }: RefreshSession): Promise<IssuedRefresh | null> {
    const rotation = await this.families.rotate(secret, origin);
    if (rotation.outcome === 'refused') return null;
    const { userId, familyId } = rotation;
    if (rotation.outcome === 'reused') {
      this.actors.forgetFamily(familyId);
      await this.log.record({ type: 'RecordReuse', userId, familyId }, context);
      return null;
    }
    if (await this.identity.canPlay(userId)) return rotation;
    await this.families.end(familyId, 'disabled');
    this.actors.forgetFamily(familyId);
    return null;
  }
}
