import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { SandboxContents } from '../sandbox-contents.js';
import { sandboxDecider } from '../sandbox.decider.js';
import { sandboxStream } from '../sandbox.events.js';
import { AppendWithContent } from './append-with-content.js';
import { ChangeSandbox, SaveSandbox } from './sandbox.commands.js';

@CommandHandler(SaveSandbox)
export class SaveSandboxHandler implements ICommandHandler<SaveSandbox> {
  constructor(
    private readonly contents: SandboxContents,
    private readonly writes: AppendWithContent,
  ) {}

  execute({ sandbox, draft, context }: SaveSandbox): Promise<AppendResult | undefined> {
    const { id, ownerId, version } = sandbox;
    const { title, content } = draft;
    const { contentHash, size } = content;
    const command = { type: 'Save', version, title, contentHash, size } as const;
    return this.writes.handle(id, command, context, () => this.contents.store({ sandboxId: id, ownerId }, content));
  }
}

@CommandHandler(ChangeSandbox)
export class ChangeSandboxHandler implements ICommandHandler<ChangeSandbox> {
  constructor(private readonly commands: Commands) {}

  async execute({ id, change, context }: ChangeSandbox): Promise<AppendResult | undefined> {
    const command = change === 'Open' ? { type: change, now: context.metadata.occurredAt } : { type: change };
    return (await this.commands.handle(sandboxDecider, sandboxStream(id), command, context)).appended;
  }
}
