import { LOG_START, parsePosition } from '../platform/eventsourcing/message.js';
import { listDeadLetters } from '../platform/eventsourcing/projecting/dead-letters.js';
import { count, table, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';

interface ProjectionRow {
  name: string;
  reader: string;
  live_version: number;
  generation: string;
  rebuild_requested: boolean;
  position: string | null;
  sequence: string | null;
}

/** `projections list`: each read model, where in the log it stands, and the streams it had to park. */
export async function listProjections({ pool, log }: CliPlatform, { out }: Terminal): Promise<number> {
  const [{ rows }, parked] = await Promise.all([pool.query<ProjectionRow>(PROJECTIONS), listDeadLetters(pool)]);
  const lines: string[][] = [];
  for (const row of rows) {
    lines.push([
      row.name,
      `v${row.live_version}`,
      row.generation,
      row.position ?? '-',
      count(Number(row.sequence ?? 0)),
      count(await log.digests.countAfter(parsePosition(row.position ?? '') ?? LOG_START)),
      count(parked.filter(({ reader }) => reader === row.reader).length),
      row.rebuild_requested ? 'rebuilding' : '',
    ]);
  }
  const titles = ['name', 'version', 'generation', 'position', 'sequence', 'lag', 'parked', ''];
  for (const line of table([titles, ...lines])) out(line);
  for (const { reader, stream, events, reason } of parked) {
    out(`parked: ${reader} ${stream} (${events} ${events === 1 ? 'event' : 'events'}): ${reason}`);
  }
  return 0;
}

const PROJECTIONS = `
  select p.name, p.name || '_v' || p.live_version as reader, p.live_version, p.generation,
         p.rebuild_requested_at is not null as rebuild_requested, c.position, c.sequence
  from plain.projections p left join plain.checkpoints c on c.reader = p.name || '_v' || p.live_version
  order by p.name`;
