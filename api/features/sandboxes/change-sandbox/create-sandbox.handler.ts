import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../config.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { SandboxQuota } from '../sandbox-quota.js';
import { AppendWithContent } from './append-with-content.js';
import { CreateSandbox } from './sandbox.commands.js';

@CommandHandler(CreateSandbox)
export class CreateSandboxHandler implements ICommandHandler<CreateSandbox> {
  constructor(
    private readonly quota: SandboxQuota,
    private readonly writes: AppendWithContent,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ draft, actor, context }: CreateSandbox): Promise<AppendResult | undefined> {
    const { title, content } = draft;
    const { contentHash, size } = content;
    const [sandboxId, ownerId] = [context.commandId, actor.userId];
    const { organizationId } = actor;
    const command = { type: 'Create', sandboxId, ownerId, organizationId, title, contentHash, size } as const;
    const { sandboxesPerUser } = this.config;
    const store = () => this.quota.store({ sandboxId, ownerId }, content, sandboxesPerUser);
    return this.writes.handle(sandboxId, command, context, store);
  }
}
