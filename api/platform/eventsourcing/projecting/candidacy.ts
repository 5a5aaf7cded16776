import type { Pool } from 'pg';
import type { ProjectionSet } from './projection-set.js';
import { readerOf } from './projection-tables.js';

/** A candidate that is silent for this long no longer prevents others from leading. Equal to the duration of a lease. */
const ALIVE = "interval '4 seconds'";
const REMEMBERED = "interval '1 minute'";

/** The serving read models, named like their checkpoints. */
const SERVED = `select coalesce(array_agg(name || '_v' || live_version), '{}') as read_models from plain.projections`;

const ANNOUNCE_AND_COMPARE = `
  with gone as (
    delete from plain.leader_candidates where seen_at < clock_timestamp() - ${REMEMBERED} and node_id <> $1
  ), own as (
    insert into plain.leader_candidates as c (node_id, seen_at, read_models, build)
    values ($1, clock_timestamp(), $2, $3)
    on conflict (node_id) do update set seen_at = excluded.seen_at
      where c.seen_at < excluded.seen_at - interval '1 second'
  )
  select not exists (
    select from plain.leader_candidates c, (${SERVED}) served
    where c.node_id <> $1 and c.seen_at > clock_timestamp() - ${ALIVE}
      and (c.read_models @> served.read_models, c.build) > ($2::text[] @> served.read_models, $3::integer)
  ) as is_best`;

/**
 * Decides which build leads while one build replaces another. A build that knows all serving read models is preferred, because any
 * other would leave some of them stale. Among those the newer build is preferred, so that it can build its read models while nodes
 * of the older build are still running.
 */
export class Candidacy {
  private readonly readModels: readonly string[];
  private readonly build: number;

  constructor(
    private readonly pool: Pool,
    private readonly nodeId: string,
    projections: ProjectionSet,
  ) {
    this.readModels = projections.all.map(readerOf);
    this.build = projections.newest().reduce((sum, { version }) => sum + version, 0);
  }

  /** Announces this node and returns whether it should lead, compared with all running workers. */
  async isBest(): Promise<boolean> {
    const { rows } = await this.pool.query<{ is_best: boolean }>({
      name: 'leader-candidates',
      text: ANNOUNCE_AND_COMPARE,
      values: [this.nodeId, this.readModels, this.build],
    });
    return rows[0]!.is_best;
  }

  /** Lets other builds lead immediately. */
  async withdraw(): Promise<void> {
    await this.pool.query('delete from plain.leader_candidates where node_id = $1', [this.nodeId]);
  }
}
