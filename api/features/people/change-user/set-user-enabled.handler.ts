import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { userDecider } from '../user.decider.js';
import { userStream } from '../user.events.js';
import { Accounts } from '../accounts.js';
import { SetUserEnabled } from './change-user.commands.js';
import { SystemAdmins } from './system-admins.js';
import { WithSeat } from '../with-seat.js';

@CommandHandler(SetUserEnabled)
export class SetUserEnabledHandler implements ICommandHandler<SetUserEnabled> {
  constructor(
    private readonly accounts: Accounts,
    private readonly commands: Commands,
    private readonly withSeat: WithSeat,
    private readonly systemAdmins: SystemAdmins,
  ) {}

  /** Who is enabled takes a seat first; the seat of who is disabled is freed by those who keep the seats. */
  async execute({ actor, userId, enabled, context }: SetUserEnabled): Promise<{
    enabled: boolean;
    appended: AppendResult | undefined;
  }> {
    const { user, isRepeat } = await this.accounts.toChange(actor, 'enable', userId, context.commandId);
    const isEnabled = user.status === 'enabled';
    const wanted = enabled ?? !isEnabled;
    if (isRepeat || wanted === isEnabled) return { enabled: isEnabled, appended: undefined };
    const command = wanted ? ({ type: 'Enable' } as const) : ({ type: 'Disable', cause: 'admin' } as const);
    const change = () => this.commands.handle(userDecider, userStream(userId), command, context);
    const { appended } = await (wanted
      ? this.withSeat.during(user.organizationId, userId, context, change)
      : this.systemAdmins.keepOne(user, change));
    return { enabled: wanted, appended };
  }
}
