import type { DomainEvent, RecordedEvent } from './message.js';

/** An event as projections receive it: decrypted, and numbered by the projector without gaps in log order. */
export type ProjectedEvent<E extends DomainEvent = DomainEvent> = RecordedEvent<E> & { readonly sequence: number };

/**
 * Names of the changes that projections publish, each with the type of its id. The projection that publishes a change declares its
 * name here with `declare module`, so that a misspelt name does not compile, neither in its publisher nor in its subscribers.
 */
export interface LiveChangeNames {
  /** Watchers may have lost rights: live connections check their rights immediately. Any id. */
  access: string;
}
export type LiveChangeName = keyof LiveChangeNames;

/** A change that watchers receive: the rows of (topic, id) must be read again. */
export interface LiveChange {
  readonly topic: LiveChangeName;
  readonly id: string;
}

/** The part of a `pg` client that projections use, inside the projector's transaction. */
export interface ProjectionClient {
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * A read model for one question, which can be rebuilt from the log at any time. `apply` receives only events named in `handles`, in
 * log order, up to 1,000 at once, and writes with set-based SQL. It assigns and never counts. It uses no clock, no randomness and
 * no data outside its events and its own tables. Therefore applying a batch twice changes nothing, and a rebuild is byte-identical.
 *
 * Table names are unqualified (`gradebook_v1`): the projector sets the search path to `read` or to the schema of a rebuild. Queries
 * read the view `read.<table without version>`, which the projector points at the live version.
 */
export interface Projection<E extends DomainEvent = DomainEvent> {
  readonly name: string;
  readonly version: number;
  readonly handles: readonly E['type'][];
  /** Names of read models of earlier builds whose tables this one contains under the same names. */
  readonly replaces?: readonly string[];
  /** All tables, each named `<something>_v<version>`. */
  readonly tables: readonly string[];
  /** DDL that creates the tables and their indexes, with unqualified names. */
  readonly schema: string;
  apply(client: ProjectionClient, events: readonly ProjectedEvent<E>[]): Promise<readonly LiveChange[]>;
  /** How a rebuild fills the tables, where it has a faster way with the same result. */
  readonly rebuilding?: RebuildingSteps<E>;
}

/** The steps of a rebuild that derives some rows at its end, instead of again after each batch. */
export interface RebuildingSteps<E extends DomainEvent = DomainEvent> {
  /** Like {@link Projection.apply}, but may leave out rows that `finish` derives from others. */
  apply(client: ProjectionClient, events: readonly ProjectedEvent<E>[]): Promise<readonly LiveChange[]>;
  /** Derives a portion of these rows. Returns false when none was left. */
  finish(client: ProjectionClient): Promise<boolean>;
}
