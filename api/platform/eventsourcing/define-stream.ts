import type { EventDefinitions, EventsOf } from './define-events.js';
import type { AppendResult, EventStore, ExpectedVersion } from './event-store.js';
import type { DomainEvent, EventToAppend, RecordedEvent } from './message.js';

/**
 * The rules of one kind of stream: an initial state and two pure functions. `decide` may run again after a conflict, so it reads no
 * clock, creates no ids and awaits nothing: the command contains the time, ids and looked-up facts. `decide` returns [] when the
 * state is already as requested, and throws a DomainError when a rule is broken.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initialState: State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
  /**
   * True for long streams with many concurrent writers. {@link Commands} then caches their states, reads only new events, and
   * serializes the writers of a stream on its node. Must not be set for states that contain personal data.
   */
  readonly isBusy?: boolean;
}

type EventOf<Definitions extends EventDefinitions> = EventsOf<Definitions>[keyof Definitions & string];

/** Options of {@link defineStream}. The state's type is inferred from `initialState`, the command's type from `decide`. */
interface StreamOptions<
  Ids extends readonly string[],
  Definitions extends EventDefinitions,
  State,
  Command,
> extends Pick<Decider<State, Command, EventOf<Definitions>>, 'initialState' | 'isBusy'> {
  /** The first part of each stream name, unique among the streams of the platform. */
  readonly prefix: string;
  readonly events: Definitions;
  /** Returns the rest of a stream name; by default the id. Empty for the only stream of its kind. */
  readonly key?: (...ids: Ids) => string;
  /** True for streams that never get a second event, so that readers need not store their version. */
  readonly holdsOneEvent?: boolean;
  decide(command: Command, state: NoInfer<State>): readonly EventOf<Definitions>[];
  evolve(state: NoInfer<State>, event: EventOf<Definitions>): NoInfer<State>;
}

/** A kind of stream: its names, events and rules. */
export interface StreamDefinition<
  Ids extends readonly string[] = readonly string[],
  State = unknown,
  Command = unknown,
  Event extends DomainEvent = DomainEvent,
> extends Decider<State, Command, Event> {
  readonly prefix: string;
  readonly events: EventDefinitions;
  readonly holdsOneEvent: boolean;
  /** Returns the stored name of a stream. */
  name(...ids: Ids): string;
  /** Returns one stream, to read it or to append to it. */
  of(...ids: Ids): Stream<State, Command, Event>;
  /** Returns the state after these events. */
  fold(past: readonly Event[]): State;
}

/** One stream. */
export class Stream<State, Command, Event extends DomainEvent> {
  constructor(
    readonly name: string,
    readonly rules: Decider<State, Command, Event>,
  ) {}

  /** Returns the events of the stream, [] when it has none. */
  async read(store: Pick<EventStore, 'readStream'>): Promise<readonly RecordedEvent<Event>[]> {
    return this.typed(await store.readStream(this.name));
  }

  /** Returns the state after all events of the stream. */
  async state(store: Pick<EventStore, 'readStream'>): Promise<State> {
    const past = (await store.readStream(this.name)) as readonly DomainEvent[] as readonly Event[];
    return past.reduce(this.rules.evolve, this.rules.initialState);
  }

  /** Appends events that were decided elsewhere; errors as of {@link EventStore.appendToStream}. */
  append(
    store: Pick<EventStore, 'appendToStream'>,
    expected: ExpectedVersion,
    events: readonly EventToAppend<Event>[],
  ): Promise<AppendResult> {
    return store.appendToStream(this.name, expected, events);
  }

  /** Gives events that were read from this stream their type: only this definition appends to it. */
  typed(events: readonly RecordedEvent[]): readonly RecordedEvent<Event>[] {
    return events as unknown as readonly RecordedEvent<Event>[];
  }
}

/**
 * Defines a kind of stream. A definition performs no input or output. The composition root lists it in `streams.ts`, which provides
 * schemas, personal fields and audit rules of all events.
 */
export function defineStream<
  Definitions extends EventDefinitions,
  State,
  Command,
  Ids extends readonly string[] = readonly [id: string],
>(
  options: StreamOptions<Ids, Definitions, State, Command>,
): StreamDefinition<Ids, State, Command, EventOf<Definitions>> {
  const { prefix, key = (...[id]: Ids) => id!, holdsOneEvent = false } = options;
  const name = (...ids: Ids): string => {
    const rest = key(...ids);
    return rest === '' ? prefix : `${prefix}-${rest}`;
  };
  const definition: StreamDefinition<Ids, State, Command, EventOf<Definitions>> = {
    ...options,
    holdsOneEvent,
    name,
    of: (...ids) => new Stream(name(...ids), definition),
    fold: (past) => past.reduce(definition.evolve, definition.initialState),
  };
  return definition;
}
