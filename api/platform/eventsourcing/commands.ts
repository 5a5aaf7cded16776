import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  type CommandContext,
  type CommandResult,
  handleCommand,
  type KnownState,
  type StateMemory,
} from './command-handling.js';
import type { Decider } from './decider.js';
import { EVENT_STORE, type EventStore } from './event-store.js';
import type { DomainEvent } from './message.js';
import { Turns } from './turns.js';

/** Streams whose states are kept. */
const MAX_STATES = 200;

/** {@link handleCommand} on the platform's store, for command handlers to inject. */
@Injectable()
export class Commands {
  private readonly states = new LRUCache<string, KnownState<unknown> & { decider: object }>({ max: MAX_STATES });
  private readonly turns = new Turns();

  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** @throws DomainError 503 when too many wait for a busy stream, else as {@link handleCommand}. */
  handle<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<CommandResult<State, Event>> {
    if (!decider.isBusy) return handleCommand(this.store, decider, stream, command, context);
    const memory = this.memoryOf<State>(decider, stream);
    return this.turns.take(stream, () => handleCommand(this.store, decider, stream, command, context, memory));
  }

  private memoryOf<State>(decider: object, stream: string): StateMemory<State> {
    return {
      get: () => {
        const known = this.states.get(stream);
        return known?.decider === decider ? (known as KnownState<State>) : undefined;
      },
      set: (known) => void this.states.set(stream, { ...known, decider }),
      forget: () => void this.states.delete(stream),
    };
  }
}
