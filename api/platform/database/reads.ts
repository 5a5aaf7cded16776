import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Runs statements that only read, each in its own snapshot. A pool is one. */
export interface Reads {
  query<Row extends QueryResultRow>(statement: string | QueryConfig, values?: unknown[]): Promise<QueryResult<Row>>;
}

/**
 * Injection token of the {@link Reads} that a replica may answer, for rows of read models and of the log. Rights, keys of personal data
 * and plain tables are read from the primary.
 */
export const REPLICA_READS = Symbol('ReplicaReads');
