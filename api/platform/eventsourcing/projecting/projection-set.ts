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
 * Relation of this build to the serving read models. `ours`: they belong to this build. `leaving`: they do, but those of another
 * build will replace them soon. `coming`: those of this build will be served soon. `foreign`: they belong to another build.
 */
export type VersionRole = 'ours' | 'leaving' | 'coming' | 'foreign';

const WORST_FIRST: readonly VersionRole[] = ['foreign', 'coming', 'leaving'];

/** Time that a crashed worker has to restart before an older build replaces its read models. */
const EXPECTED_WITHIN = "interval '20 seconds'";

/** Advisory lock: only one process at a time creates tables. */
const TABLES_LOCK = 7_236_402;

/** The projections of this build. A release may list two versions of one name: the older serves while the newer catches up. */
export class ProjectionSet {
  constructor(readonly all: readonly Projection[]) {}

  /** Creates missing read models and requests a rebuild for those that are new to a log with events. */
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
        if (!known.has(projection.name)) await this.registerProjection(client, projection, hasPast);
      }
    });
  }

  /** Returns the newest version of each projection, which should serve. */
  newest(): readonly Projection[] {
    const byName = new Map<string, Projection>();
    for (const projection of this.all) {
      if ((byName.get(projection.name)?.version ?? -1) < projection.version) byName.set(projection.name, projection);
    }
    return [...byName.values()];
  }

  /** Returns the serving version of each projection, as far as this build knows it. */
  async live(client: ProjectionClient): Promise<readonly Projection[]> {
    const rows = await this.rows(client);
    return rows.flatMap(
      (row) => this.all.find((each) => each.name === row.name && each.version === row.live_version) ?? [],
    );
  }

  /** Returns the worst {@link VersionRole} of all read models. */
  async roleOfReadModels(client: ProjectionClient): Promise<VersionRole> {
    const rows = new Map((await this.rows(client)).map((row) => [row.name, row]));
    const roles = new Set(this.newest().map(({ name, version }) => versionRole(version, rows.get(name))));
    return WORST_FIRST.find((role) => roles.has(role)) ?? 'ours';
  }

  /**
   * Returns what the leader must rebuild: read models that an operator asked for, newer versions than those that serve, and
   * older ones when this build has replaced a newer release.
   */
  async toRebuild(client: ProjectionClient): Promise<readonly Projection[]> {
    const rows = new Map((await this.rows(client)).map((row) => [row.name, row]));
    const isRequested = ({ name, version }: Projection): boolean => {
      const row = rows.get(name);
      return row !== undefined && (row.rebuild_requested_at !== null || row.live_version < version);
    };
    const isOlder = ({ name, version }: Projection): boolean => (rows.get(name)?.live_version ?? version) > version;
    const newest = this.newest();
    const kept = newest.some(isOlder) ? await this.kept(client) : new Set();
    return newest.filter((each) => isRequested(each) || (isOlder(each) && !kept.has(each.name)));
  }

  /** Returns names whose serving version is known to a running worker, or to a crashed one that may restart. */
  private async kept(client: ProjectionClient): Promise<ReadonlySet<string>> {
    const { rows } = await client.query<{ name: string }>(
      `select name from plain.projections p where exists (
         select from plain.leader_candidates c
         where c.seen_at > clock_timestamp() - ${EXPECTED_WITHIN} and p.name || '_v' || p.live_version = any (c.read_models))`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  private async rows(client: ProjectionClient): Promise<ProjectionRow[]> {
    return (await client.query<ProjectionRow>('select * from plain.projections')).rows;
  }

  private async registerProjection(client: ProjectionClient, projection: Projection, hasPast: boolean): Promise<void> {
    await createTables(client, projection, 'read');
    await pointViews(client, projection);
    await client.query(
      `insert into plain.projections (name, live_version, generation, rebuild_requested_at)
       values ($1, $2, ${GENERATION_OF_NEWEST_EPOCH}, case when $3 then now() end)`,
      [projection.name, projection.version, hasPast],
    );
  }
}

function versionRole(version: number, row: ProjectionRow | undefined): VersionRole {
  const announced = row?.announced_version ?? null;
  if (row?.live_version !== version) return announced === version ? 'coming' : 'foreign';
  return announced === null || announced === version ? 'ours' : 'leaving';
}

/**
 * Requests rebuilds, which the leader runs beside the live tables. Unknown names are ignored. A rebuild in progress starts over, because
 * its rows may contain what a new request is to remove: a redacted text, or the gap of an event that was parked.
 * @returns the number of requests
 */
export async function requestRebuild(client: ProjectionClient, names: readonly string[]): Promise<number> {
  await client.query('delete from plain.checkpoints where reader ~ any ($1)', [
    names.map((name) => `^rebuild:${name}_v[0-9]+$`),
  ]);
  const { rows } = await client.query(
    'update plain.projections set rebuild_requested_at = now() where name = any ($1) returning name',
    [names],
  );
  return rows.length;
}

/** Requests rebuilds that are not requested yet. */
export async function ensureRebuild(client: ProjectionClient, names: readonly string[]): Promise<void> {
  await client.query(
    'update plain.projections set rebuild_requested_at = now() where name = any ($1) and rebuild_requested_at is null',
    [names],
  );
}
