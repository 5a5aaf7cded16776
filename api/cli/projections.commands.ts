import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { requestRebuild } from '../platform/eventsourcing/projecting/projection-set.js';
import { rebuildReaderOf } from '../platform/eventsourcing/projecting/switch-to-rebuilt.js';
import { PROJECTOR } from '../platform/eventsourcing/projecting/write-batch.js';
import { StartError } from '../platform/database/start-error.js';
import type { Projection } from '../platform/eventsourcing/projection.js';
import { count, table, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';
import { LOG_START, parsePosition } from '../platform/eventsourcing/message.js';
import { listDeadLetters } from '../platform/eventsourcing/projecting/dead-letters.js';
import { verifyProjections } from '../platform/eventsourcing/projecting/verify.js';
import { CLI } from '../platform/ops/package-info.js';

const LOOK_EVERY_MS = 200;
const SAY_EVERY_MS = 2_000;
/** The leader starts a rebuild within a second and then makes continuous progress. After this time without progress it is stuck. */
const STUCK_AFTER_MS = 60_000;

interface Status {
  generations: Readonly<Record<string, number>>;
  /** Position of the rebuilt tables; null before the leader has started. */
  rebuilt: number | null;
  live: number;
  led: boolean;
}

/** `projections rebuild`: requests a rebuild and follows it until the rebuilt tables serve. Only a leader rebuilds. */
export async function rebuildProjections(
  { pool, projections }: CliPlatform,
  { out }: Terminal,
  names: readonly string[],
): Promise<number> {
  const wanted = choose(projections.newest(), names);
  const before = await statusOf(pool, wanted);
  if (!before.led)
    throw new StartError('There is no active leader, so no rebuild was requested. Start the platform, then try again.');
  await requestRebuild(
    pool,
    wanted.map(({ name }) => name),
  );
  await follow(pool, wanted, before, out);
  for (const { name } of wanted) out(`${name} was rebuilt.`);
  return 0;
}

async function follow(
  pool: Pool,
  wanted: readonly Projection[],
  before: Status,
  out: (line: string) => void,
): Promise<void> {
  let [rebuilt, movedAt, saidAt] = [before.rebuilt, performance.now(), performance.now()];
  for (;;) {
    await delay(LOOK_EVERY_MS);
    const status = await statusOf(pool, wanted);
    if (wanted.every(({ name }) => (status.generations[name] ?? 0) > (before.generations[name] ?? 0))) return;
    if (status.rebuilt !== rebuilt) [rebuilt, movedAt] = [status.rebuilt, performance.now()];
    if (performance.now() - movedAt > STUCK_AFTER_MS) {
      throw new StartError(
        status.led
          ? "The rebuild makes no progress. See the leader's log. The rebuild continues when the cause is removed."
          : 'There is no active leader. The rebuild continues when the next worker starts.',
      );
    }
    if (performance.now() - saidAt < SAY_EVERY_MS || rebuilt === null) continue;
    out(`${count(rebuilt)} of ${count(status.live)} events`);
    saidAt = performance.now();
  }
}

function choose(known: readonly Projection[], names: readonly string[]): readonly Projection[] {
  if (names.includes('all')) return known;
  const unknown = names.filter((name) => !known.some((projection) => projection.name === name));
  if (unknown.length === 0) return known.filter(({ name }) => names.includes(name));
  throw new StartError(
    `There is no projection ${unknown.join(', ')}, only ${known.map(({ name }) => name).join(', ')}.`,
  );
}

async function statusOf(pool: Pool, wanted: readonly Projection[]): Promise<Status> {
  const { rows } = await pool.query<{
    generations: Record<string, number> | null;
    rebuilt: string;
    live: string;
    led: boolean;
  }>(
    `select (select jsonb_object_agg(name, generation) from plain.projections) as generations,
            (select min(sequence) from plain.checkpoints where reader = any ($1)) as rebuilt,
            (select sequence from plain.checkpoints where reader = $2) as live,
            exists (select from plain.leases where name = 'projector' and expires_at > clock_timestamp()) as led`,
    [wanted.map(rebuildReaderOf), PROJECTOR],
  );
  const { generations, rebuilt, live, led } = rows[0]!;
  return {
    generations: generations ?? {},
    rebuilt: rebuilt === null ? null : Number(rebuilt),
    live: Number(live),
    led,
  };
}

interface ProjectionRow {
  name: string;
  reader: string;
  live_version: number;
  generation: string;
  rebuild_requested: boolean;
  position: string | null;
  sequence: string | null;
}

/** `projections list`: lists each read model with its log position and its parked streams. */
export async function listProjections({ pool, log }: CliPlatform, { out, err }: Terminal): Promise<number> {
  const [{ rows }, parked] = await Promise.all([pool.query<ProjectionRow>(PROJECTIONS), listDeadLetters(pool)]);
  // An older state of the log has no position from which to count.
  const refusal = log.recognition?.refusal;
  const lagAt = async (position: string | null): Promise<string> =>
    refusal === undefined ? count(await log.digests.countAfter(parsePosition(position ?? '') ?? LOG_START)) : '-';
  const lines: string[][] = [];
  for (const row of rows) {
    lines.push([
      row.name,
      `v${row.live_version}`,
      row.generation,
      row.position ?? '-',
      count(Number(row.sequence ?? 0)),
      await lagAt(row.position),
      count(parked.filter(({ reader }) => reader === row.reader).length),
      row.rebuild_requested ? 'rebuilding' : '',
    ]);
  }
  const titles = ['name', 'version', 'generation', 'position', 'sequence', 'lag', 'parked', ''];
  for (const line of table([titles, ...lines])) out(line);
  if (refusal !== undefined) err(refusal);
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

/** `projections verify`: folds the log again with decrypted personal data, and compares. Exit code 1 when a table differs. */
export async function verifyPlatform({ pool, store, projections }: CliPlatform, terminal: Terminal): Promise<number> {
  const verdicts = await verifyProjections(pool, store, await projections.live(pool));
  const lines = verdicts.map(({ table: name, rows, same }) => [same ? 'same' : 'DIFFERS', name, count(rows), 'rows']);
  for (const line of table(lines)) terminal.out(line);
  const different = verdicts.filter(({ same }) => !same);
  if (different.length === 0) return 0;
  terminal.err(`Rebuild the read models that differ: ${CLI} projections rebuild <name...|all>`);
  return 1;
}
