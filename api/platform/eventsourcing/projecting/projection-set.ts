import type { Pool } from 'pg';
import { GENERATION_OF_NEWEST_EPOCH } from '../../database/epoch.js';
import { inTransaction } from '../../database/transaction.js';
import { LOG_START, parsePosition } from '../message.js';
import type { Projection, ProjectionClient } from '../projection.js';
import { createTables, pointViews } from './projection-tables.js';
import { PROJECTOR } from './write-batch.js';

interface ProjectionRow {
  name: string;
  live_version: number;
  announced_version: number | null;
  generation: string;
  rebuild_requested_at: Date | null;
}

/**
 * How this build stands to the read models that serve. `leaving`: they are its own, those of another build are about to take
 * their place. `coming`: its own are about to serve. `foreign`: they are of another build.
 */
export type Standing = 'ours' | 'leaving' | 'coming' | 'foreign';

const WORST_FIRST: readonly Standing[] = ['foreign', 'coming', 'leaving'];

/** A worker that crashed has this long to come back before an older build replaces its read models. */
const AWAITED = "interval '20 seconds'";

/** One process at a time creates tables. */
const TABLES_LOCK = 7_236_402;

/**
 * The projections of this build. Two versions of one name may be listed for a release: the older goes on serving while the
 * newest catches up beside it.
 */
export class ProjectionSet {
  constructor(readonly all: readonly Projection[]) {}

  /** Creates what is missing; a projection that comes new to a log with a past is to be rebuilt from it. */
  async prepare(pool: Pool): Promise<void> {
    await inTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [TABLES_LOCK]);
      const known = new Map((await this.rows(client)).map((row) => [row.name, row]));
      const { rows } = await client.query<{ position: string }>(
        'select position from plain.checkpoints where reader = $1',
        [PROJECTOR],
      );
      const hasPast = rows[0] !== undefined && (parsePosition(rows[0].position) ?? LOG_START).epoch > 0;
      for (const projection of this.newest()) {
        if (!known.has(projection.name)) await this.introduce(client, projection, hasPast);
      }
    });
  }

  /** Of each name the version that should serve. */
  newest(): readonly Projection[] {
    const byName = new Map<string, Projection>();
    for (const projection of this.all) {
      if ((byName.get(projection.name)?.version ?? -1) < projection.version) byName.set(projection.name, projection);
    }
    return [...byName.values()];
  }

  /** Of each name the version that serves now, as far as this build knows it. */
  async live(client: ProjectionClient): Promise<readonly Projection[]> {
    const rows = await this.rows(client);
    return rows.flatMap(
      (row) => this.all.find((each) => each.name === row.name && each.version === row.live_version) ?? [],
    );
  }

  /** How this build stands to what serves, by the read model of which it is worst. */
  async standing(client: ProjectionClient): Promise<Standing> {
    const rows = new Map((await this.rows(client)).map((row) => [row.name, row]));
    const standings = new Set(this.newest().map(({ name, version }) => standingOf(version, rows.get(name))));
    return WORST_FIRST.find((standing) => standings.has(standing)) ?? 'ours';
  }

  /**
   * Returns what the leader must rebuild: read models that an operator asked for, newer versions than those that serve, and
   * older ones when this build has replaced a newer release.
   */
  async toRebuild(client: ProjectionClient): Promise<readonly Projection[]> {
    const rows = new Map((await this.rows(client)).map((row) => [row.name, row]));
    const isAsked = ({ name, version }: Projection): boolean => {
      const row = rows.get(name);
      return row !== undefined && (row.rebuild_requested_at !== null || row.live_version < version);
    };
    const isOlder = ({ name, version }: Projection): boolean => (rows.get(name)?.live_version ?? version) > version;
    const newest = this.newest();
    const kept = newest.some(isOlder) ? await this.kept(client) : new Set();
    return newest.filter((each) => isAsked(each) || (isOlder(each) && !kept.has(each.name)));
  }

  /** Names whose serving version is known to a worker that runs, or that crashed and may come back. */
  private async kept(client: ProjectionClient): Promise<ReadonlySet<string>> {
    const { rows } = await client.query<{ name: string }>(
      `select name from plain.projections p where exists (
         select from plain.leader_candidates c
         where c.seen_at > clock_timestamp() - ${AWAITED} and p.name || '_v' || p.live_version = any (c.read_models))`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  private async rows(client: ProjectionClient): Promise<ProjectionRow[]> {
    return (await client.query<ProjectionRow>('select * from plain.projections')).rows;
  }

  private async introduce(client: ProjectionClient, projection: Projection, hasPast: boolean): Promise<void> {
    await createTables(client, projection, 'read');
    await pointViews(client, projection);
    await client.query(
      `insert into plain.projections (name, live_version, generation, rebuild_requested_at)
       values ($1, $2, ${GENERATION_OF_NEWEST_EPOCH}, case when $3 then now() end)`,
      [projection.name, projection.version, hasPast],
    );
  }
}

function standingOf(version: number, row: ProjectionRow | undefined): Standing {
  const announced = row?.announced_version ?? null;
  if (row?.live_version !== version) return announced === version ? 'coming' : 'foreign';
  return announced === null || announced === version ? 'ours' : 'leaving';
}

/** Asks the leader to rebuild; it happens beside the live tables. Names not known are passed over. */
export async function requestRebuild(client: ProjectionClient, names: readonly string[]): Promise<number> {
  const { rows } = await client.query(
    'update plain.projections set rebuild_requested_at = now() where name = any ($1) returning name',
    [names],
  );
  return rows.length;
}
