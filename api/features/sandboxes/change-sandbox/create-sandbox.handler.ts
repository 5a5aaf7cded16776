import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../config.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { SandboxQuota } from '../sandbox-quota.js';
import { sandboxDecider } from '../sandbox.decider.js';
import { sandboxStream } from '../sandbox.events.js';
import { CreateSandbox } from './sandbox.commands.js';

@CommandHandler(CreateSandbox)
export class CreateSandboxHandler implements ICommandHandler<CreateSandbox> {
  constructor(
    private readonly quota: SandboxQuota,
    private readonly commands: Commands,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ draft, actor, context }: CreateSandbox): Promise<AppendResult | undefined> {
    const { title, content } = draft;
    const { contentHash, size } = content;
    const [sandboxId, ownerId] = [context.commandId, actor.userId];
    await this.quota.store({ sandboxId, ownerId }, content, this.config.sandboxesPerUser);
    const { organizationId } = actor;
    const command = { type: 'Create', sandboxId, ownerId, organizationId, title, contentHash, size } as const;
    return (await this.commands.handle(sandboxDecider, sandboxStream(sandboxId), command, context)).appended;
  }
}
