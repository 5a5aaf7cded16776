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

/** Returns the stored end reason of sessions that their owner or an administrator ended. */
export const endReasonOf = (by: 'self' | 'admin'): string => (by === 'self' ? 'ended' : 'ended-by-admin');

/**
 * Reactor that ends the sign-in sessions of users who lose rights. Rights are checked at every request anyway; ending the session keeps it
 * from working again when the user is enabled later. Users who gain rights keep their sessions, as do recipients of password links and
 * invitations.
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

  /** Ends only sessions that began before the event, so that a delayed event does not end a later sign-in. */
  private async react({ type, data, recordedAt }: RecordedEvent<Ending>): Promise<void> {
    if (type === 'PasswordResetRequested' && (data.by === 'link' || data.by === 'invitation')) return;
    if (type === 'UserRoleChanged' && !isDemotion(data.from, data.to)) return;
    const reason = type === 'SessionsEnded' ? endReasonOf(data.by) : REASONS[type];
    await this.families.endAllOf([data.userId], reason, new Date(recordedAt));
  }
}
