import { Injectable } from '@nestjs/common';
import { RefreshFamilies } from '../../../platform/auth/refresh-families.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import type { UserEvent } from '../user.events.js';
import { isDemotion } from '../user.policy.js';

type Ending = Extract<
  UserEvent,
  {
    type:
      | 'UserDisabled'
      | 'UserDeleted'
      | 'UserMovedToOrganization'
      | 'UserRoleChanged'
      | 'PasswordResetRequested'
      | 'SessionsEnded';
  }
>;

const REASONS: Readonly<Record<Exclude<Ending['type'], 'SessionsEnded'>, string>> = {
  UserDisabled: 'disabled',
  UserDeleted: 'deleted',
  UserMovedToOrganization: 'moved',
  UserRoleChanged: 'demoted',
  PasswordResetRequested: 'reset-requested',
};

/** The stored reason of sessions that their owner or an administrator ended. */
export const endReasonOf = (by: 'self' | 'admin'): string => (by === 'self' ? 'ended' : 'ended-by-admin');

/**
 * Ends the sign-ins of whoever may not go on as they were. What they may do is looked up at every request anyway; this ends
 * the sign-in itself, also for the day they are enabled again. Who may do more than before goes on with it; links to a
 * new password and invitations are only mailed.
 */
@Injectable()
export class EndSessions {
  constructor(
    private readonly families: RefreshFamilies,
    reactors: ReactorRegistry,
  ) {
    const reactor: Reactor<Ending> = {
      name: 'end-sessions',
      handles: [...(Object.keys(REASONS) as (keyof typeof REASONS)[]), 'SessionsEnded'],
      react: (event) => this.react(event),
    };
    reactors.register(reactor);
  }

  /** Only what began before: seen late, the event must not end a sign-in of afterwards. */
  private async react({ type, data, recordedAt }: RecordedEvent<Ending>): Promise<void> {
    if (type === 'PasswordResetRequested' && (data.by === 'link' || data.by === 'invitation')) return;
    if (type === 'UserRoleChanged' && !isDemotion(data.from, data.to)) return;
    const reason = type === 'SessionsEnded' ? endReasonOf(data.by) : REASONS[type];
    await this.families.endAllOf([data.userId], reason, new Date(recordedAt));
  }
}
