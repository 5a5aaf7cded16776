import { setTimeout as delay } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import type { Stream } from './define-stream.js';
import { type AppendResult, type EventStore, type ExpectedVersion, VersionConflict } from './event-store.js';
import type { DomainEvent, EventMetadata } from './message.js';

/** Who asks, when, and under which id; a repeat with the same `commandId` makes the same event ids. */
export interface CommandContext {
  /** UUID of the command: the request's idempotency key, or a fresh one. */
  readonly commandId: string;
  readonly metadata: EventMetadata;
  /** Random id of the browser that asks, for limits before a sign-in; never stored with an event. */
  readonly browserId?: string | undefined;
}

export interface CommandResult<State = unknown, Event extends DomainEvent = DomainEvent> {
  /** What was recorded; [] when it was already so. */
  readonly events: readonly Event[];
  /** The stream's state with those events. */
  readonly state: State;
  /** Undefined when nothing was recorded. */
  readonly appended: AppendResult | undefined;
}

/** A stream folded up to `version`, its last event's. */
export interface KnownState<State> {
  readonly version: ExpectedVersion;
  readonly state: State;
}

/** Where the newest folded state of a stream may be kept; what it forgets is folded again. */
export interface StateMemory<State> {
  get(): KnownState<State> | undefined;
  set(known: KnownState<State>): void;
  forget(): void;
}

/** Writers of one stream on several nodes meet; ten losses in a row are a fault of their own, answered as a conflict. */
const MAX_TRIES = 10;
/** Losers come back at different times, or they would meet again. */
const LONGEST_PAUSE_MS = 5;

/**
 * Folds the stream, decides, appends with the version it read, and decides again when another writer was faster.
 * @throws whatever `decide` throws, VersionConflict after ten tries, Unavailable from the store.
 */
export async function handleCommand<State, Command, Event extends DomainEvent>(
  store: EventStore,
  stream: Stream<State, Command, Event>,
  command: Command,
  context: CommandContext,
  memory?: StateMemory<State>,
): Promise<CommandResult<State, Event>> {
  for (let attempt = 1; ; attempt += 1) {
    const { version, state } = await readState(store, stream, memory);
    const events = stream.rules.decide(command, state);
    if (events.length === 0) return { events, state, appended: undefined };
    try {
      const appended = await stream.append(
        store,
        version,
        events.map((event, index) => ({
          eventId: eventIdOf(context.commandId, stream.name, index),
          type: event.type,
          data: event.data,
          metadata: context.metadata,
        })),
      );
      const after = events.reduce(stream.rules.evolve, state);
      if (!appended.repeated) memory?.set({ version: appended.version, state: after });
      return { events, state: after, appended };
    } catch (error) {
      if (!(error instanceof VersionConflict) || attempt === MAX_TRIES) {
        memory?.forget();
        throw error;
      }
      if (attempt > 1) await delay(Math.random() * LONGEST_PAUSE_MS * attempt);
    }
  }
}

async function readState<State, Command, Event extends DomainEvent>(
  store: EventStore,
  { name, rules }: Stream<State, Command, Event>,
  memory: StateMemory<State> | undefined,
): Promise<KnownState<State>> {
  const known = memory?.get() ?? { version: 'no-stream', state: rules.initialState };
  const news = await store.readStream(name, known.version === 'no-stream' ? 0 : known.version + 1);
  const read = {
    version: news.at(-1)?.version ?? known.version,
    state: news.reduce((state, event) => rules.evolve(state, event as unknown as Event), known.state),
  };
  memory?.set(read);
  return read;
}

/** The id of a command's n-th event on a stream: the same command always makes the same ids (UUIDv5 of RFC 9562). */
export const eventIdOf = (commandId: string, stream: string, index: number): string =>
  uuidv5(`${stream}/${index}`, commandId);
