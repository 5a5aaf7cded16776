import type { EventDefinitions, EventsOf } from './define-events.js';
import type { AppendResult, EventStore, ExpectedVersion } from './event-store.js';
import type { DomainEvent, EventToAppend, RecordedEvent } from './message.js';

/**
 * The rules of one kind of stream, three pure values: `decide` may run again after a conflict, so it has no clock, no ids
 * and no awaits; `now`, ids and looked-up facts arrive in the command. `decide` returns [] when the state is already as
 * the command asks, and throws a DomainError for a broken rule.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initialState: State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
  /**
   * For long streams with many concurrent writers: {@link Commands} keeps their states in memory, reads only new events,
   * and serializes the writers of one stream. Not for states that hold personal data.
   */
  readonly isBusy?: boolean;
}

type EventOf<Definitions extends EventDefinitions> = EventsOf<Definitions>[keyof Definitions & string];

/** The rules are those of {@link Decider}: the type of the state is that of `initialState`, of the command that of `decide`. */
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
  /** True for streams that never get a second event: readers need no place in them. */
  readonly holdsOneEvent?: boolean;
  decide(command: Command, state: NoInfer<State>): readonly EventOf<Definitions>[];
  evolve(state: NoInfer<State>, event: EventOf<Definitions>): NoInfer<State>;
}

/** A kind of streams: their names, their events and their rules. */
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
 * Defines a kind of streams. The definition is pure: it does no input or output, and the composition root lists it in
 * `streams.ts`, from where schemas, personal data and the audit learn of its events.
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
