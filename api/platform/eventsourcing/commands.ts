import { Inject, Injectable } from '@nestjs/common';
import { lruCache } from '../lru-cache.js';
import {
  type CommandContext,
  type CommandResult,
  handleCommand,
  type KnownState,
  type StateMemory,
} from './command-handling.js';
import type { HeldClaims } from './claims.js';
import { EpochWatch } from '../database/epoch-watch.js';
import type { Stream } from './define-stream.js';
import { EVENT_STORE, type EventStore } from './event-store.js';
import type { DomainEvent } from './message.js';
import { Turns } from '../database/one-at-a-time.js';

/** Number of streams whose states are cached. */
const MAX_STATES = 200;

const createStateCache = () => lruCache<KnownState<unknown> & { rules: object }>(MAX_STATES);

/** {@link handleCommand} on the platform's store, for command handlers to inject. */
@Injectable()
export class Commands {
  private states = createStateCache();
  private readonly turns = new Turns();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    epochs: EpochWatch,
  ) {
    // The log may have lost events that are folded into the states. Commands in progress keep using the old cache.
    epochs.onChange(() => (this.states = createStateCache()));
  }

  /** @throws DomainError 503 when too many commands wait for a busy stream; otherwise as {@link handleCommand} */
  handle<State, Command, Event extends DomainEvent>(
    stream: Stream<State, Command, Event>,
    command: Command,
    context: CommandContext,
    claims?: HeldClaims,
  ): Promise<CommandResult<State, Event>> {
    if (!stream.rules.isBusy) return handleCommand(this.store, stream, command, context, { claims });
    const memory = this.memoryOf(stream);
    return this.turns.run(stream.name, () => handleCommand(this.store, stream, command, context, { memory, claims }));
  }

  private memoryOf<State, Command, Event extends DomainEvent>({
    name,
    rules,
  }: Stream<State, Command, Event>): StateMemory<State> {
    const { states } = this;
    return {
      get: () => {
        const known = states.get(name);
        return known?.rules === rules ? (known as KnownState<State>) : undefined;
      },
      set: (known) => void states.set(name, { ...known, rules }),
      forget: () => void states.delete(name),
    };
  }
}
