import { Injectable } from '@nestjs/common';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { SandboxContents } from '../sandbox-contents.js';
import { sandboxStream } from '../sandbox.stream.js';
import { AppendWithContent } from './append-with-content.js';
import type { Draft } from './sandbox.commands.js';

/** Command to save a sandbox. Rejected with SANDBOX_CHANGED when `version` is not the newest one, unless it repeats the last save. */
export class SaveSandbox {
  constructor(
    readonly sandbox: { readonly id: string; readonly ownerId: string; readonly version: number },
    readonly draft: Draft,
    readonly context: CommandContext,
  ) {}
}

/** Command to count an access to a sandbox, or to delete it. */
export class ChangeSandbox {
  constructor(
    readonly id: string,
    readonly change: 'Open' | 'Delete',
    readonly context: CommandContext,
  ) {}
}

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
