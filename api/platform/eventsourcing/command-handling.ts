import { v5 as uuidv5 } from 'uuid';
import type { Decider } from './decider.js';
import { type AppendResult, type EventStore, VersionConflict } from './event-store.js';
import type { DomainEvent, EventMetadata } from './message.js';

/** Who asks, when, and under which id; a repeat with the same `commandId` makes the same event ids. */
export interface CommandContext {
  /** UUID of the command: the request's idempotency key, or a fresh one. */
  readonly commandId: string;
  readonly metadata: EventMetadata;
}

export interface CommandResult<State = unknown, Event extends DomainEvent = DomainEvent> {
  /** What was recorded; [] when it was already so. */
  readonly events: readonly Event[];
  /** The stream's state with those events. */
  readonly state: State;
  /** Undefined when nothing was recorded. */
  readonly appended: AppendResult | undefined;
}

/** Two writers of one stream rarely meet; five in a row is a fault of its own and answered as a conflict. */
const MAX_TRIES = 5;

/**
 * Folds the stream, decides, appends with the version it read, and decides again when another writer was faster.
 * @throws whatever `decide` throws, VersionConflict after five tries, Unavailable from the store.
 */
export async function handleCommand<State, Command, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  stream: string,
  command: Command,
  context: CommandContext,
): Promise<CommandResult<State, Event>> {
  for (let attempt = 1; ; attempt += 1) {
    const past = await store.readStream(stream);
    const state = past.reduce(
      (folded, event) => decider.evolve(folded, event as unknown as Event),
      decider.initialState,
    );
    const events = decider.decide(command, state);
    if (events.length === 0) return { events, state, appended: undefined };
    try {
      const appended = await store.appendToStream(
        stream,
        past.at(-1)?.version ?? 'no-stream',
        events.map((event, index) => ({
          eventId: eventIdOf(context.commandId, stream, index),
          type: event.type,
          data: event.data,
          metadata: context.metadata,
        })),
      );
      return { events, state: events.reduce(decider.evolve, state), appended };
    } catch (error) {
      if (!(error instanceof VersionConflict) || attempt === MAX_TRIES) throw error;
    }
  }
}

/** The id of a command's n-th event on a stream: the same command always makes the same ids (UUIDv5 of RFC 9562). */
export const eventIdOf = (commandId: string, stream: string, index: number): string =>
  uuidv5(`${stream}/${index}`, commandId);
