import { Injectable } from '@nestjs/common';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { SandboxContents } from '../sandbox-contents.js';
import { sandboxStream } from '../sandbox.stream.js';
import { AppendWithContent } from './append-with-content.js';
import { ChangeSandbox, SaveSandbox } from './sandbox.commands.js';

@Injectable()
export class SaveSandboxHandler {
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

@Injectable()
export class ChangeSandboxHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ id, change, context }: ChangeSandbox): Promise<AppendResult | undefined> {
    const command = change === 'Open' ? { type: change, now: context.metadata.occurredAt } : { type: change };
    return (await this.commands.handle(sandboxStream.of(id), command, context)).appended;
  }
}
