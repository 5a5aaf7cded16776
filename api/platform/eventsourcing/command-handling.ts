import { setTimeout as delay } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import type { HeldClaims } from './claims.js';
import type { Stream } from './define-stream.js';
import { type AppendResult, type EventStore, type ExpectedVersion, VersionConflict } from './event-store.js';
import type { DomainEvent, EventMetadata, RecordedEvent } from './message.js';

/** The caller, time and id of a command. A repeat with the same `commandId` produces the same event ids. */
export interface CommandContext {
  /** UUID of the command: the request's idempotency key, or a fresh one. */
  readonly commandId: string;
  readonly metadata: EventMetadata;
  /** Random id of the browser that sent the request, for limits before a sign-in; never stored with an event. */
  readonly browserId?: string | undefined;
}

export interface CommandResult<State = unknown, Event extends DomainEvent = DomainEvent> {
  /** The events that were recorded; [] when the state was already as requested. */
  readonly events: readonly Event[];
  /** The stream's state with those events. */
  readonly state: State;
  /** Undefined when nothing was recorded. */
  readonly appended: AppendResult | undefined;
}

/** The state of a stream after its event with this version. */
export interface KnownState<State> {
  readonly version: ExpectedVersion;
  readonly state: State;
}

/** Cache of a stream's newest state. A missing state is folded again. */
export interface StateMemory<State> {
  get(): KnownState<State> | undefined;
  set(known: KnownState<State>): void;
  forget(): void;
}

export interface HandlingOptions<State> {
  readonly memory?: StateMemory<State> | undefined;
  /** Claims of values that the events carry; they are extended right before the append. */
  readonly claims?: HeldClaims | undefined;
}

/** Conflicts come from writers of the same stream on other nodes. Ten in a row indicate a fault and are answered as a conflict. */
const MAX_TRIES = 10;
/** Random jitter, so that conflicting writers do not retry in step. */
const LONGEST_PAUSE_MS = 5;

/**
 * Folds the stream, decides, appends at the version it read, and retries from the start after a conflict.
 * @throws errors of `decide`, ALREADY_TAKEN when claims were lost, VersionConflict after ten tries, Unavailable from the store
 */
export async function handleCommand<State, Command, Event extends DomainEvent>(
  store: EventStore,
  stream: Stream<State, Command, Event>,
  command: Command,
  context: CommandContext,
  { memory, claims }: HandlingOptions<State> = {},
): Promise<CommandResult<State, Event>> {
  for (let attempt = 1; ; attempt += 1) {
    const { version, state } = await readState(store, stream, memory);
    const events = stream.rules.decide(command, state);
    if (events.length === 0) return { events, state, appended: undefined };
    await claims?.extend();
    const toAppend = events.map((event, index) => ({
      eventId: eventIdOf(context.commandId, stream.name, index),
      type: event.type,
      data: event.data,
      metadata: context.metadata,
    }));
    const appended = await stream.append(store, version, toAppend).catch((error: unknown) => {
      if (error instanceof VersionConflict) return undefined;
      memory?.forget();
      throw error;
    });
    if (appended?.repeated === false) {
      const after = events.reduce(stream.rules.evolve, state);
      memory?.set({ version: appended.version, state: after });
      return { events, state: after, appended };
    }
    // An event id exists only once, so a repeat that has read its own events would conflict forever.
    const repeated = await findRepeated(store, stream, toAppend);
    if (repeated) return repeated;
    if (attempt === MAX_TRIES) {
      memory?.forget();
      throw new VersionConflict(stream.name, version);
    }
    if (attempt > 1) await delay(Math.random() * LONGEST_PAUSE_MS * attempt);
  }
}

/**
 * Returns what an earlier try of the command recorded, undefined when it recorded nothing. Its events may contain other data, for example
 * another time. Events of other types belong to another command of the same request.
 */
async function findRepeated<State, Command, Event extends DomainEvent>(
  store: EventStore,
  { name, rules }: Stream<State, Command, Event>,
  events: readonly Pick<RecordedEvent, 'eventId' | 'type'>[],
): Promise<CommandResult<State, Event> | undefined> {
  const recorded = await store.readStream(name);
  const first = recorded.findIndex(({ eventId }) => eventId === events[0]!.eventId);
  const end = first + events.length;
  const found = recorded.slice(first, end);
  const isRepeat = events.every(({ eventId, type }, index) => {
    const other = found[index];
    return other?.eventId === eventId && other.type === type;
  });
  if (first < 0 || !isRepeat) return undefined;
  const past = recorded.slice(0, end) as unknown as readonly Event[];
  const { version, position } = found.at(-1)!;
  return {
    events: past.slice(first),
    state: past.reduce(rules.evolve, rules.initialState),
    appended: { version, position, repeated: true },
  };
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

/** Returns the first event that a command recorded on a stream, whose events are `past`; undefined when it recorded none. */
export function firstEventOf<Recorded extends Pick<RecordedEvent, 'eventId'>>(
  commandId: string,
  stream: string,
  past: readonly Recorded[],
): Recorded | undefined {
  const first = eventIdOf(commandId, stream, 0);
  return past.find(({ eventId }) => eventId === first);
}

/** Returns the id of a command's n-th event on a stream. The same command always has the same ids (UUIDv5 of RFC 9562). */
export const eventIdOf = (commandId: string, stream: string, index: number): string =>
  uuidv5(`${stream}/${index}`, commandId);
