import type { PoolClient } from 'pg';
import type { ReaderStatus } from '../../contracts/system-status.contract.js';
import { MOST_EVENTS_COUNTED } from '../../contracts/system-status.rule.js';
import type { Backlog, BacklogOf } from '../eventsourcing/log.js';
import { LOG_START, parsePosition } from '../eventsourcing/message.js';
import type { ReaderProgress } from './reader-progress.js';

interface ReaderRow {
  reader: string;
  position: string;
  kind: 'projection' | 'reactor';
  name: string;
  lag_events: number;
  lag_seconds: number;
  parked: number;
  rebuilt: string | null;
  rebuild_requested: boolean;
  projected: string;
}

/**
 * Selects all readers with their lag. Most readers have the same checkpoint, so events are counted once per distinct
 * checkpoint, with the log's own index and up to a bound. Checkpoints of versions that no longer serve are left out.
 */
const READERS = `
  with readers as (
    select c.reader, c.position, 'projection' as kind, p.name, p.rebuild_requested_at is not null as rebuild_requested
    from plain.projections p join plain.checkpoints c on c.reader = p.name || '_v' || p.live_version
    union all
    select reader, position, 'reactor', substr(reader, 9), false from plain.checkpoints where reader like 'reactor:%'
  ), places as (
    select position, behind.*
    from (select distinct position from readers) p
    cross join lateral (
      select split_part(position, '.', 1)::integer as epoch, split_part(position, '.', 2)::xid8 as transaction_id,
             split_part(position, '.', 3)::bigint as place
    ) parsed
    cross join lateral (
      select count(*)::integer as events,
             coalesce(greatest(0, extract(epoch from clock_timestamp() - min(recorded_at))), 0)::float8 as seconds
      from (
        select e.recorded_at from log.events e
        where (e.epoch, e.transaction_id, e.position) > (parsed.epoch, parsed.transaction_id, parsed.place)
        order by e.epoch, e.transaction_id, e.position limit $1
      ) waiting
    ) behind
  )
  select r.reader, position, r.kind, r.name, b.events as lag_events, b.seconds as lag_seconds, r.rebuild_requested,
         (select count(*)::integer from plain.dead_letters d where d.reader = r.reader) as parked,
         (select min(sequence) from plain.checkpoints c where c.reader like 'rebuild:' || r.name || '\\_v%') as rebuilt,
         coalesce((select sequence from plain.checkpoints where reader = 'projector'), 0) as projected
  from readers r join places b using (position)
  order by r.kind, r.name`;

/** Returns the progress of every reader; takes milliseconds for readers at the log's end. `backlogOf` counts in an external log. */
export async function readReaders(
  client: PoolClient,
  backlogOf: BacklogOf | null,
  progress: ReaderProgress,
): Promise<ReaderStatus[]> {
  const { rows } = await client.query<ReaderRow>({
    name: 'readers-status',
    text: READERS,
    values: [MOST_EVENTS_COUNTED],
  });
  const backlogs = backlogOf
    ? await backlogsOf(new Set(rows.map(({ position }) => position)), backlogOf)
    : new Map<string, Backlog>();
  return rows.map((row) => {
    const lagEvents = backlogs.get(row.position)?.events ?? row.lag_events;
    const rebuild = rebuildOf(row);
    const mark = `${row.position} ${rebuild?.events}`;
    return {
      reader: row.reader,
      kind: row.kind,
      name: row.name,
      lagEvents,
      lagSeconds: backlogs.get(row.position)?.seconds ?? row.lag_seconds,
      parkedEvents: row.parked,
      rebuild,
      stalledSeconds: progress.stalledSeconds(row.reader, mark, lagEvents > 0 || rebuild !== null),
    };
  });
}

async function backlogsOf(places: ReadonlySet<string>, backlogOf: BacklogOf): Promise<ReadonlyMap<string, Backlog>> {
  const found = new Map<string, Backlog>();
  for (const position of places)
    found.set(position, await backlogOf(parsePosition(position) ?? LOG_START, MOST_EVENTS_COUNTED));
  return found;
}

function rebuildOf({ rebuilt, rebuild_requested, projected }: ReaderRow): ReaderStatus['rebuild'] {
  if (rebuilt === null && !rebuild_requested) return null;
  return { events: Number(rebuilt ?? 0), of: Number(projected) };
}
