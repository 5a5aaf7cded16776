import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Actors } from '../../../../platform/auth/actors.js';
import { RefreshFamilies } from '../../../../platform/auth/refresh-families.js';
import { Commands } from '../../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../../platform/eventsourcing/event-store.js';
import { Accounts } from '../accounts.js';
import { endReasonOf } from '../end-sessions.js';
import { userStream } from '../../user.stream.js';
import { EndUserSessions } from './change-user.commands.js';

@CommandHandler(EndUserSessions)
export class EndUserSessionsHandler implements ICommandHandler<EndUserSessions> {
  constructor(
    private readonly accounts: Accounts,
    private readonly commands: Commands,
    private readonly families: RefreshFamilies,
    private readonly actors: Actors,
  ) {}

  /** Records the event first, so that after a crash the reactor ends the sessions. */
  async execute({ actor, userId, context }: EndUserSessions): Promise<AppendResult | undefined> {
    const isOwn = actor.userId === userId;
    const { user, isRepeat } = await this.accounts.loadForChange(
      actor,
      isOwn ? 'see' : 'end-sessions',
      userId,
      context.commandId,
    );
    // A repeat must not end sessions that began after the first execution.
    if (isRepeat) return undefined;
    const command = isOwn
      ? ({ type: 'EndSessions', by: 'self' } as const)
      : ({ type: 'EndSessions', by: 'admin', authorizedFor: user } as const);
    const { appended } = await this.commands.handle(userStream.of(userId), command, context);
    for (const familyId of await this.families.endEach(userId, endReasonOf(command.by)))
      this.actors.forgetFamily(familyId);
    return appended;
  }
}
