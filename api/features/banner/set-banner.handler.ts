import { Injectable } from '@nestjs/common';
import type { SetBannerRequest } from '../../contracts/banner.contract.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../platform/eventsourcing/event-store.js';
import { bannerStream } from './banner.stream.js';

/** Sets the system-wide banner; setting the same banner again records nothing. */
export class SetBanner {
  constructor(
    readonly request: SetBannerRequest,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class SetBannerHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ request, context }: SetBanner): Promise<AppendResult | undefined> {
    const { message = null, startDate = null, endDate = null } = request;
    const command = { message, startDate, endDate, now: context.metadata.occurredAt };
    return (await this.commands.handle(bannerStream.of(), command, context)).appended;
  }
}
