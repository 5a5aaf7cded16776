import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../../platform/eventsourcing/event-store.js';
import { userStream } from '../../user.stream.js';
import { assertPaid } from '../../../organizations/paid-organization.policy.js';
import { Accounts } from '../accounts.js';
import { SetUserEnabled } from './change-user.commands.js';
import { SystemAdmins } from './system-admins.js';
import { WithSeat } from '../with-seat.js';

@Injectable()
export class SetUserEnabledHandler {
  constructor(
    private readonly accounts: Accounts,
    private readonly commands: Commands,
    private readonly withSeat: WithSeat,
    private readonly systemAdmins: SystemAdmins,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Takes a seat before it enables a user. After a user is disabled, the reactor of seats releases the seat. */
  async execute({ actor, userId, enabled, context }: SetUserEnabled): Promise<{
    enabled: boolean;
    appended: AppendResult | undefined;
  }> {
    const { user, isRepeat } = await this.accounts.loadForChange(actor, 'enable', userId, context.commandId);
    const isEnabled = user.status === 'enabled';
    const wanted = enabled ?? !isEnabled;
    // Disabling a user whom a class has disabled keeps the class from enabling the user again.
    if (isRepeat || (wanted && isEnabled)) return { enabled: isEnabled, appended: undefined };
    // A system admin can play in an unpaid organization, too.
    if (wanted && user.role !== 'SystemAdmin') await assertPaid(this.store, user.organizationId);
    const { organizationId: seatIn } = user;
    const command = {
      ...(wanted ? ({ type: 'Enable', seatIn } as const) : ({ type: 'Disable', cause: 'admin' } as const)),
      authorizedFor: user,
    };
    const change = () => this.commands.handle(userStream.of(userId), command, context);
    const { appended } = await (wanted
      ? this.withSeat.runWithSeat(seatIn, userId, context, change)
      : this.systemAdmins.runWhileAnotherExists(user, change));
    return { enabled: wanted, appended };
  }
}
