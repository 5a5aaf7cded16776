import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { contextAfter } from '../../../platform/eventsourcing/system-context.js';
import { inParallel } from '../../../platform/in-parallel.js';
import { DisableWithClass, EnableWithClass } from '../../people/user-administration/with-class/with-class.commands.js';
import type { ClassEnded, ClassResumed } from '../course.events.js';
import { RosterAtQuery } from './roster-at.query.js';

/** Name of the reactor. Queries use it to wait until the consequences of a class event are processed. */
export const MEMBER_ACCOUNTS = 'member-accounts';

/** Parallel changes. Their appends share a statement and leave database connections for concurrent requests. */
const PARALLEL_MEMBERS = 8;

/**
 * Disables the players of a class when it ends and enables them when it resumes, if the command requested it. One reactor
 * handles both events, so that the end of a class is processed before its resumption.
 */
@Injectable()
export class MemberAccounts {
  constructor(
    private readonly rosters: RosterAtQuery,
    private readonly commandBus: CommandBus,
    reactors: ReactorRegistry,
  ) {
    const reactor: Reactor<ClassEnded | ClassResumed> = {
      name: MEMBER_ACCOUNTS,
      handles: ['ClassEnded', 'ClassResumed'],
      react: (event) => this.react(event),
    };
    reactors.register(reactor);
  }

  /** Safe to run again: the ids of the follow-up commands are derived from the event's id. */
  async react(event: RecordedEvent<ClassEnded | ClassResumed>): Promise<void> {
    const { type, data } = event;
    const isAskedFor = type === 'ClassEnded' ? data.disableMembers : data.reenableMembers === true;
    if (!isAskedFor) return;
    const Change = type === 'ClassEnded' ? DisableWithClass : EnableWithClass;
    const context = contextAfter(event);
    const { organizationId, userIds } = await this.rosters.find(event);
    const ended = { sessionId: data.sessionId, organizationId };
    await inParallel(PARALLEL_MEMBERS, userIds, (userId) =>
      this.commandBus.execute(new Change(userId, ended, context)),
    );
  }
}
