import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { Actor } from '../../../platform/auth/actor.js';
import type { Content } from '../sandbox-contents.js';

/** The title and the content to save. */
export interface Draft {
  readonly title: string;
  readonly content: Content;
}

/** Command to create a sandbox of the actor. Its id is the command's id. Rejected with SANDBOX_QUOTA_REACHED. */
export class CreateSandbox extends Command<AppendResult | undefined> {
  constructor(
    readonly draft: Draft,
    readonly actor: Pick<Actor, 'userId' | 'organizationId'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}
