import { Inject, Injectable } from '@nestjs/common';
import { type CommandContext, type CommandResult, handleCommand } from './command-handling.js';
import type { Decider } from './decider.js';
import { EVENT_STORE, type EventStore } from './event-store.js';
import type { DomainEvent } from './message.js';

/** {@link handleCommand} on the platform's store, for command handlers to inject. */
@Injectable()
export class Commands {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  handle<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<CommandResult<State, Event>> {
    return handleCommand(this.store, decider, stream, command, context);
  }
}
