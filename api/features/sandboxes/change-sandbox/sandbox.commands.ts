import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { Actor } from '../../../platform/auth/actor.js';
import type { Content } from '../sandbox-contents.js';

/** What is kept, and what it is called. */
export interface Draft {
  readonly title: string;
  readonly content: Content;
}

/** A new sandbox of the actor's, whose id is the command's id. Refused with SANDBOX_QUOTA_REACHED. */
export class CreateSandbox extends Command<AppendResult | undefined> {
  constructor(
    readonly draft: Draft,
    readonly actor: Pick<Actor, 'userId' | 'organizationId'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}
