import type { Pool } from 'pg';
import { NodeStatus, type SystemStatus } from '../../contracts/system-status.contract.js';

/** Largest number of nodes that is read. More than any platform has; it bounds the status page. */
const MOST_NODES = 50;

/** Time for which a crashed node stays visible to operators. A node that stops regularly disappears immediately. */
const REMEMBERED = "interval '10 minutes'";

/** Writes a node's row and deletes the rows of nodes that have not written for {@link REMEMBERED}. */
export async function writeNodeRow(pool: Pool, status: NodeStatus): Promise<void> {
  await pool.query({
    name: 'write-node',
    text: `with gone as (
             delete from plain.nodes where seen_at < clock_timestamp() - ${REMEMBERED} and id <> $1
           )
           insert into plain.nodes (id, seen_at, status) values ($1, clock_timestamp(), $2)
           on conflict (id) do update set seen_at = excluded.seen_at, status = excluded.status`,
    values: [status.id, JSON.stringify(status)],
  });
}

/** Deletes the row of a stopping node, so that it disappears immediately. */
export async function removeNodeRow(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from plain.nodes where id = $1', [id]);
}

/**
 * Returns the nodes that wrote their row recently. Leaves out replaced nodes: those after which a node with the same roles has
 * started on the same host. Leaves out rows of other builds that this build cannot parse.
 */
export async function readNodeRows(pool: Pool): Promise<Exclude<SystemStatus['nodes'], string>> {
  const { rows } = await pool.query<{ status: unknown; ago: number }>({
    name: 'read-nodes',
    text: `select status, greatest(0, extract(epoch from clock_timestamp() - seen_at))::float8 as ago
           from plain.nodes node where seen_at > clock_timestamp() - ${REMEMBERED} and not exists (
             select from plain.nodes later where later.status ->> 'host' = node.status ->> 'host'
               and later.status -> 'roles' = node.status -> 'roles'
               and later.status ->> 'startedAt' > to_char(node.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
           order by status ->> 'startedAt', id limit ${MOST_NODES}`,
  });
  return rows.flatMap(({ status, ago }) => {
    const parsed = NodeStatus.safeParse(status);
    return parsed.success ? [{ ...parsed.data, seenSecondsAgo: ago }] : [];
  });
}

/** Returns the leader, or null when there is none. */
export async function readLeader(pool: Pool): Promise<Exclude<SystemStatus['leader'], string>> {
  const { rows } = await pool.query<{ holder: string; epoch: string }>({
    name: 'read-leader',
    text: "select holder, epoch from plain.leases where name = 'projector' and expires_at > clock_timestamp()",
  });
  const lease = rows[0];
  return lease ? { nodeId: lease.holder, epoch: Number(lease.epoch) } : null;
}
