import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { SandboxContents, type Stored } from '../sandbox-contents.js';
import { type SandboxCommand, sandboxStream } from '../sandbox.stream.js';

/** Records a change of a sandbox and stores its content, which must be stored before an event refers to it. */
@Injectable()
export class AppendWithContent {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly contents: SandboxContents,
  ) {}

  /**
   * Runs the decider before `storeContent`, so that a rejected request leaves no content that no quota counts. When two
   * concurrent requests pass, the content of the one whose append fails is removed again.
   */
  async handle(
    sandboxId: string,
    command: SandboxCommand,
    context: CommandContext,
    storeContent: () => Promise<Stored>,
  ): Promise<AppendResult | undefined> {
    const stream = sandboxStream.of(sandboxId);
    if (sandboxStream.decide(command, await stream.state(this.store)).length === 0) return undefined;
    const stored = await storeContent();
    try {
      return (await this.commands.handle(stream, command, context)).appended;
    } catch (error) {
      // After any other failure the event may have been appended, so the sweep decides.
      if (error instanceof DomainError && error.status < 500) await this.contents.discard(stored);
      throw error;
    }
  }
}
