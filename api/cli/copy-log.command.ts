import { ConfigError, type Config } from '../config.js';
import { MIGRATIONS } from '../migrations.js';
import { Hints } from '../platform/database/hints.js';
import { assertMigrated } from '../platform/database/migrate.js';
import { StartError } from '../platform/database/start-error.js';
import { copyLog } from '../platform/eventsourcing/copying/copy-log.js';
import type { EventStore } from '../platform/eventsourcing/event-store.js';
import { comparePositions } from '../platform/eventsourcing/message.js';
import { openKurrentDb } from '../platform/eventsourcing/kurrentdb/kurrentdb-client.js';
import { KurrentDbEventStore } from '../platform/eventsourcing/kurrentdb/kurrentdb-event-store.js';
import { kurrentDbLogWriter } from '../platform/eventsourcing/kurrentdb/kurrentdb-log-writer.js';
import { prepareForCopy } from '../platform/eventsourcing/kurrentdb/kurrentdb-places.js';
import { PostgresEventStore } from '../platform/eventsourcing/postgres/postgres-event-store.js';
import { postgresLogWriter } from '../platform/eventsourcing/postgres/postgres-log-writer.js';
import { outageOfLog } from '../platform/eventsourcing/log.js';
import { findLogEngine, type LogEngine, recordLogEngine } from '../platform/eventsourcing/log-location.js';
import { withoutTextOf } from '../platform/eventsourcing/redacting.js';
import { adoptCheckpoints } from '../platform/eventsourcing/projecting/adopt-checkpoints.js';
import { loadKnownLog } from '../platform/eventsourcing/recognizing/known-log.js';
import { LEADER_LEASE } from '../platform/eventsourcing/projecting/lease.js';
import { erasedPeople, ruleOf } from './redact.command.js';
import { showCopy, withProgress } from './progress-bar.js';
import { count, type Terminal } from './terminal.js';
import { type CliPlatform, withPlatform } from './with-platform.js';

/**
 * `log copy`: copies the whole log into the other engine. The order, ids and times of its events stay; texts that erased people typed are
 * left out. It can be interrupted and repeated. The platform may run during all copies except the last one.
 */
export async function copyLogTo(target: LogEngine, config: Config, terminal: Terminal): Promise<number> {
  const { kurrentDb: settings } = config;
  if (!settings) throw new ConfigError(['KURRENTDB_URL: must name the KurrentDB.']);
  const outage = await outageOfLog(settings);
  if (outage) throw new StartError(outage);
  // Without KURRENTDB_URL: this opens the log to copy from or to, instead of the log of the platform.
  const work = async (platform: CliPlatform): Promise<number> => {
    const { pool, adminUrl } = platform;
    // The engine of the copy is recorded at the end.
    await assertMigrated(adminUrl, MIGRATIONS);
    const hints = new Hints('', [], pool);
    const kurrentDb = await openKurrentDb(settings);
    const there = new KurrentDbEventStore(kurrentDb, hints);
    const here = new PostgresEventStore(pool, hints);
    try {
      const recorded = (await loadKnownLog(pool))?.platformId ?? undefined;
      const platformId = await prepareForCopy(kurrentDb, recorded);
      if (target === 'postgres' && recorded !== undefined && platformId !== recorded) throw notTheSource();
      const [from, to, writer] =
        target === 'kurrentdb' ? [here, there, kurrentDbLogWriter(kurrentDb)] : [there, here, postgresLogWriter(pool)];
      const redact = withoutTextOf(await ruleOf(pool, from), new Set(await erasedPeople(pool)));
      return await copy(
        platform,
        terminal,
        from,
        to,
        () => withProgress(terminal, 'Copying the log', (show) => copyLog(from, to, writer, showCopy(show), redact)),
        target,
        platformId,
      );
    } finally {
      await there.close();
    }
  };
  return withPlatform({ ...config, kurrentDb: undefined }, terminal, work, (pool) => assertCopied(pool, target));
}

const notTheSource = (): StartError =>
  new StartError(
    'The KurrentDB of KURRENTDB_URL does not contain the log of this database: check KURRENTDB_URL and KURRENTDB_STREAM_PREFIX.',
  );

/** Checks that the platform uses the log to copy. The other engine may contain an older copy of it. */
async function assertCopied(pool: CliPlatform['pool'], target: LogEngine): Promise<void> {
  if ((await findLogEngine(pool)) !== target) return;
  throw new StartError(
    `The log of this database is in ${target === 'kurrentdb' ? 'KurrentDB' : 'PostgreSQL'} already: copy it from there, or start the platform.`,
  );
}

async function copy(
  { pool }: CliPlatform,
  { out, err }: Terminal,
  from: EventStore,
  to: EventStore,
  work: () => ReturnType<typeof copyLog>,
  target: LogEngine,
  platformId: string,
): Promise<number> {
  if (target === 'postgres' && (await isPlatformRunning(pool)))
    throw new StartError('The platform is using the log to copy: stop it first.');
  const head = await from.head();
  const { events, found } = await work();
  out(`${count(events)} events are equal in both logs: ${count(events - found)} were copied, ${count(found)} existed.`);
  // Checks again, because a platform may have started during the copy.
  if ((await isPlatformRunning(pool)) || comparePositions(await from.head(), head) !== 0) {
    err('The platform is running or has written to the log during the copy: stop it, then run this command again.');
    return 0;
  }
  // First, because it can refuse. The next start with the former log moves checkpoints back.
  await adoptCheckpoints(pool, to, target === 'kurrentdb');
  await recordLogEngine(pool, target, target === 'kurrentdb' ? platformId : null);
  out(target === 'kurrentdb' ? 'Now start with KURRENTDB_URL.' : 'Now start without KURRENTDB_URL.');
  return 0;
}

/** True when a node leads or has a session. Nodes with ROLES=http never lead. */
export async function isPlatformRunning(pool: CliPlatform['pool']): Promise<boolean> {
  const { rows } = await pool.query<{ running: boolean }>(
    `select exists (select from plain.leases where name = $1 and expires_at > clock_timestamp())
         or exists (select from pg_stat_activity
                    where datname = current_database() and application_name = 'ready-room') as running`,
    [LEADER_LEASE],
  );
  return rows[0]!.running;
}
