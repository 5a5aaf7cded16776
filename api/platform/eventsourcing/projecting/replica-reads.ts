import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Counter } from 'prom-client';
import { failureText, isConnectionFailure } from '../../failures.js';
import { FaultLog } from '../../ops/fault-log.js';
import type { LabelOf } from '../../ops/metric-catalogue.js';
import type { Metrics } from '../../ops/metrics.js';
import type { Reads } from '../../database/reads.js';
import type { Replica } from '../../database/replica.js';
import { withinTime } from '../../within-time.js';
import { comparePositions, LOG_START, type LogPosition, parsePosition } from '../message.js';
import { PROJECTOR } from './write-batch.js';

/** How long a statement waits for the replica. Usually a replica is some milliseconds behind. */
const REACH_WITHIN_MS = 100;
const LOOK_EVERY_MS = 10;
/** A replica that has just been checked and does not answer within this time hangs. */
const ANSWER_WITHIN_MS = 500;

/** The state of the read models on a server. Two servers with the same timeline and generations differ only by their position. */
interface ReadModelState {
  readonly position: LogPosition;
  readonly timeline: string;
  readonly generations: string | null;
  readonly standby: boolean;
}

/** Selects the state. The names of epochs and the sum of generations change when events are lost and when tables are replaced. */
const SELECT_STATE = {
  name: 'read-model-state',
  text: `select (select position from plain.checkpoints where reader = $1) as position,
           (select epoch || '.' || extract(epoch from opened_at) from log.epochs order by epoch desc limit 1) as timeline,
           (select sum(generation) from plain.projections) as generations, pg_is_in_recovery() as standby`,
  values: [PROJECTOR],
};

/**
 * Sends each statement to the replica if it contains all that the primary shows at this moment: the same read models, up to the
 * checkpoint of the primary. Otherwise the primary answers, also when the statement fails on the replica, for example because the replica
 * cancels it to replay WAL. An answer is therefore never older than one of the primary: it includes the caller's own write after
 * `x-read-after`, and every erasure that the primary shows.
 */
export class ReplicaReads implements Reads {
  private readonly faults = new FaultLog(new Logger(ReplicaReads.name));
  private readonly answers: Counter<LabelOf<'ready_room_replica_reads_total'>>;

  constructor(
    private readonly primary: Pool,
    private readonly replica: Replica,
    metrics: Metrics,
  ) {
    this.answers = metrics.counter('ready_room_replica_reads_total');
    for (const server of ['replica', 'primary']) this.answers.inc({ server }, 0);
  }

  async query<Row extends QueryResultRow>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    const result = this.replica.isUsed ? await this.readFromReplica<Row>(statement, values) : undefined;
    this.answers.inc({ server: result ? 'replica' : 'primary' });
    return result ?? this.primary.query<Row>(statement, values);
  }

  /** Returns undefined when the replica is busy, behind or fails. @throws the driver's error when the primary fails */
  private async readFromReplica<Row extends QueryResultRow>(
    statement: string | QueryConfig,
    values: unknown[] | undefined,
  ): Promise<QueryResult<Row> | undefined> {
    const present = await stateOf(this.primary);
    const client = await this.replica.connect();
    if (!client) return undefined;
    let failure: Error | undefined;
    try {
      if (!(await catchesUp(client, present))) return undefined;
      return await client.query<Row>(statement, values);
    } catch (error) {
      failure = error as Error;
      if (isConnectionFailure(error)) this.replica.suspend(error);
      this.faults.warn(`The primary answers a read, because the replica failed: ${failureText(error)}`);
      return undefined;
    } finally {
      client.release(failure);
    }
  }
}

/** Waits until the replica contains a state of the primary; false when it is still behind after the time limit. */
async function catchesUp(client: PoolClient, present: ReadModelState): Promise<boolean> {
  const deadline = performance.now() + REACH_WITHIN_MS;
  for (;;) {
    const reached = await withinTime(stateOf(client), ANSWER_WITHIN_MS);
    if (contains(reached, present)) return true;
    if (!reached.standby || performance.now() > deadline) return false;
    await delay(LOOK_EVERY_MS);
  }
}

async function stateOf(reads: Reads): Promise<ReadModelState> {
  const { rows } = await reads.query<Omit<ReadModelState, 'position'> & { position: string | null }>(SELECT_STATE);
  const state = rows[0]!;
  return { ...state, position: parsePosition(state.position ?? '') ?? LOG_START };
}

const contains = (replica: ReadModelState, primary: ReadModelState): boolean =>
  replica.standby &&
  replica.timeline === primary.timeline &&
  replica.generations === primary.generations &&
  comparePositions(replica.position, primary.position) >= 0;
