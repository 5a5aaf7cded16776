import type { Pool } from 'pg';
import { NodeStatus, type SystemStatus } from '../../contracts/system-status.contract.js';

/** More nodes than a platform has; a table that somebody filled must not fill a page. */
const MOST_NODES = 50;

/** A node that died stays in sight for so long: who looks then should see that there was one. One that stopped leaves at once. */
const REMEMBERED = "interval '10 minutes'";

/** Writes a node's row, and takes away those that nobody has written for long. */
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

/** The node stops: nobody should wait for it to be missed. */
export async function removeNodeRow(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from plain.nodes where id = $1', [id]);
}

/**
 * Every node that was heard of lately, but none that another has replaced since: of the same roles, begun on the same host. What
 * another build wrote and this one cannot read is left out.
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

/** Who leads; null: nobody. */
export async function readLeader(pool: Pool): Promise<Exclude<SystemStatus['leader'], string>> {
  const { rows } = await pool.query<{ holder: string; epoch: string }>({
    name: 'read-leader',
    text: "select holder, epoch from plain.leases where name = 'projector' and expires_at > clock_timestamp()",
  });
  const lease = rows[0];
  return lease ? { nodeId: lease.holder, epoch: Number(lease.epoch) } : null;
}
