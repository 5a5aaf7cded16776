import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { SandboxContents, type Stored } from '../sandbox-contents.js';
import { type SandboxCommand, sandboxStream } from '../sandbox.stream.js';

/** Records a change of a sandbox together with its content, which must be stored before an event names it. */
@Injectable()
export class AppendWithContent {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly contents: SandboxContents,
  ) {}

  /**
   * Asks the decider before `storeContent` runs: a refused request must not leave content behind, which no quota counts.
   * Of two requests that pass at the same time the loser's content is removed again.
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
      // After any other failure the event may have been appended; the sweep finds out.
      if (error instanceof DomainError && error.status < 500) await this.contents.discard(stored);
      throw error;
    }
  }
}
