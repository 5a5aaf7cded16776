import type { DomainEvent, RecordedEvent } from './message.js';

/** An event as projections see it: opened (personal fields readable) and numbered by the projector, gapless, in log order. */
export type ProjectedEvent<E extends DomainEvent = DomainEvent> = RecordedEvent<E> & { readonly sequence: number };

/**
 * Names of the changes that projections publish, each with the type of its id. The projection that publishes a change
 * declares its name here by `declare module`, so a misspelt name does not compile, neither where it is published nor where
 * it is followed.
 */
export interface LiveChangeNames {
  /** Watchers may have lost the right to see something: live connections check their rights at once. Any id. */
  access: string;
}
export type LiveChangeName = keyof LiveChangeNames;

/** What a batch changed for watchers: the rows of (topic, id) are to be read again. */
export interface LiveChange {
  readonly topic: LiveChangeName;
  readonly id: string;
}

/** The part of a `pg` client that projections use; inside the projector's transaction. */
export interface ProjectionClient {
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * One question's read model, rebuilt from the log at any time. `apply` gets only events named in `handles`, in log order,
 * up to 1,000 at once, and writes with set-based SQL. It assigns, never counts, uses no clock, no randomness and no lookup
 * outside its events and its own tables, so that a batch fed twice changes nothing and a rebuild is byte-identical.
 *
 * Tables are written unqualified (`gradebook_v1`): the projector sets the search path, to `read` or to the schema of a
 * rebuild. Queries read the view `read.<table without version>`, which the projector points at the live version.
 */
export interface Projection<E extends DomainEvent = DomainEvent> {
  readonly name: string;
  readonly version: number;
  readonly handles: readonly E['type'][];
  /** Every table, each named `<something>_v<version>`. */
  readonly tables: readonly string[];
  /** DDL that creates the tables and their indexes, unqualified names. */
  readonly schema: string;
  apply(client: ProjectionClient, events: readonly ProjectedEvent<E>[]): Promise<readonly LiveChange[]>;
}
