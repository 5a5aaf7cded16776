import { ConfigError, type Config } from '../config.js';
import { Hints } from '../platform/database/hints.js';
import { assertMigrated } from '../platform/database/migrate.js';
import { StartError } from '../platform/database/start-error.js';
import { copyLog } from '../platform/eventsourcing/copying/copy-log.js';
import type { EventStore } from '../platform/eventsourcing/event-store.js';
import { openKurrentDb } from '../platform/eventsourcing/kurrentdb/kurrentdb-client.js';
import { KurrentDbEventStore } from '../platform/eventsourcing/kurrentdb/kurrentdb-event-store.js';
import { kurrentDbLogWriter } from '../platform/eventsourcing/kurrentdb/kurrentdb-log-writer.js';
import { PostgresEventStore } from '../platform/eventsourcing/postgres/postgres-event-store.js';
import { postgresLogWriter } from '../platform/eventsourcing/postgres/postgres-log-writer.js';
import { findLogEngine, type LogEngine, recordLogEngine } from '../platform/eventsourcing/log-location.js';
import { withoutTextOf } from '../platform/eventsourcing/redacting.js';
import { adoptCheckpoints } from '../platform/eventsourcing/projecting/adopt-checkpoints.js';
import { LEADER_LEASE } from '../platform/eventsourcing/projecting/lease.js';
import { erasedPeople, ruleOf } from './redact.command.js';
import { count, type Terminal } from './terminal.js';
import { type CliPlatform, withPlatform } from './with-platform.js';

const TELL_EVERY = 10_000;

/**
 * `log copy`: the whole log into the other engine, with the order, ids and times of its events, but without what erased people
 * typed. May be broken off and run again, and
 * may run while the platform does; the last time it must not.
 */
export function copyLogTo(target: LogEngine, config: Config, terminal: Terminal): Promise<number> {
  const { kurrentDb: settings } = config;
  if (!settings) throw new ConfigError(['KURRENTDB_URL: must be set, to say which KurrentDB is meant.']);
  // Without it: what is opened is the log that is copied from or to, not the one the platform would run on.
  const work = async (platform: CliPlatform): Promise<number> => {
    const { pool, adminUrl } = platform;
    // The engine of the copy is recorded at the end.
    await assertMigrated(adminUrl);
    const hints = new Hints('', [], pool);
    const kurrentDb = await openKurrentDb(settings);
    const there = new KurrentDbEventStore(kurrentDb, hints);
    const here = new PostgresEventStore(pool, hints);
    try {
      const [from, to, writer] =
        target === 'kurrentdb' ? [here, there, kurrentDbLogWriter(kurrentDb)] : [there, here, postgresLogWriter(pool)];
      const redact = withoutTextOf(await ruleOf(pool, from), new Set(await erasedPeople(pool)));
      return await copy(platform, terminal, to, () => copyLog(from, to, writer, tellEvery(terminal), redact), target);
    } finally {
      await there.close();
    }
  };
  return withPlatform({ ...config, kurrentDb: undefined }, terminal, work, (pool) => assertCopied(pool, target));
}

/** The log that is copied must be the one the platform runs on; the other may be an older copy of it. */
async function assertCopied(pool: CliPlatform['pool'], target: LogEngine): Promise<void> {
  if ((await findLogEngine(pool)) !== target) return;
  throw new StartError(
    `The log of this database is in ${target === 'kurrentdb' ? 'KurrentDB' : 'PostgreSQL'} already: copy it from there, or start the platform.`,
  );
}

async function copy(
  { pool }: CliPlatform,
  { out, err }: Terminal,
  to: EventStore,
  work: () => ReturnType<typeof copyLog>,
  target: LogEngine,
): Promise<number> {
  const { rows } = await pool.query<{ holder: string }>(
    'select holder from plain.leases where name = $1 and expires_at > clock_timestamp()',
    [LEADER_LEASE],
  );
  const isRunning = rows.length > 0;
  if (isRunning && target === 'postgres')
    throw new StartError('The platform is running on the log that is to be copied: stop it first.');
  const { events, found } = await work();
  out(
    `${count(events)} events are the same in both logs: ${count(events - found)} were copied, ${count(found)} were there.`,
  );
  if (isRunning) {
    err('The platform is running and goes on writing here: stop it and copy once more before it starts there.');
    return 0;
  }
  await recordLogEngine(pool, target);
  await adoptCheckpoints(pool, to, target === 'kurrentdb');
  out(target === 'kurrentdb' ? 'Now start with KURRENTDB_URL.' : 'Now start without KURRENTDB_URL.');
  return 0;
}

function tellEvery({ err }: Terminal): (events: number) => void {
  let told = 0;
  return (events) => {
    if (events - told < TELL_EVERY) return;
    told = events;
    err(`${count(events)} events`);
  };
}
