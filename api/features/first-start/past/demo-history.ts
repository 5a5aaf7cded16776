import { v5 as uuidv5 } from 'uuid';
import { eventIdOf } from '../../../platform/eventsourcing/command-handling.js';
import type { Stream } from '../../../platform/eventsourcing/define-stream.js';
import type { PastEvent } from '../../../platform/eventsourcing/history-writer.js';
import type { DomainEvent } from '../../../platform/eventsourcing/message.js';

/** The person who caused an event, in the form of event metadata. */
export interface PastActor {
  readonly actorId: string;
  readonly actorRole: string;
  readonly organizationId: string | null;
}

/** The platform as an actor. */
export const SYSTEM: PastActor = { actorId: 'system', actorRole: 'system', organizationId: null };

/** Time and actor of a past event. */
export interface DemoAction {
  readonly at: Date;
  readonly by: PastActor;
}

interface PastStream {
  state: unknown;
  version: number;
}

/** Collects events of the past, decided by the deciders of their features in the order of the calls. */
export class DemoHistory {
  readonly events: PastEvent[] = [];
  private readonly streams = new Map<string, PastStream>();

  /** @param namespace a UUID from which event ids are derived, so that a repeated first start writes the same ids */
  constructor(private readonly namespace: string) {}

  /** @throws the error of the decider: a past that breaks a rule is a bug of the demo */
  decide<State, Command, Event extends DomainEvent>(
    { name, rules }: Stream<State, Command, Event>,
    command: Command,
    deed: DemoAction,
  ): readonly Event[] {
    const known = this.streams.get(name) ?? { state: rules.initialState, version: 0 };
    const events = rules.decide(command, known.state as State);
    const state = events.reduce(rules.evolve, known.state as State);
    events.forEach((event, index) => this.record(name, known.version + index, event, deed));
    this.streams.set(name, { state, version: known.version + events.length });
    return events;
  }

  private record(stream: string, version: number, { type, data }: DomainEvent, { at, by }: DemoAction): void {
    const eventId = eventIdOf(this.namespace, stream, version);
    const requestId = uuidv5(`${stream} ${at.toISOString()}`, this.namespace);
    const cause = { correlationId: requestId, causationId: requestId, requestId };
    const metadata = { ...by, ...cause, address: null, occurredAt: at.toISOString() };
    this.events.push({ stream, eventId, type, data, metadata });
  }
}
