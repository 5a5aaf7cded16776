import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RefreshFamilies } from '../../../platform/auth/refresh-families.js';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { ResetTable } from '../reset-table.js';
import { Resets } from '../resets.js';
import { EnforceReset } from './enforce-reset.command.js';

@CommandHandler(EnforceReset)
export class EnforceResetHandler implements ICommandHandler<EnforceReset> {
  constructor(
    private readonly resets: Resets,
    private readonly table: ResetTable,
    private readonly families: RefreshFamilies,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Ends sessions after the reset is in force, so that none can begin in between. Skips them when the reset has been used since. */
  async execute({ eventId, version, request }: EnforceReset): Promise<void> {
    await this.resets.issue(eventId, version, request);
    const pending = await this.table.pendingOf(request.userId, this.clock.now());
    if (pending?.id === eventId) await this.families.endEach(request.userId, 'reset-requested');
  }
}
