import type { Pool } from 'pg';
import { newestSecret } from '../config-settings.js';
import { catalogueEvents } from '../features/catalogue/catalogue.events.js';
import { catalogueStream } from '../features/catalogue/catalogue.stream.js';
import { answerRedaction, READ_MODELS_WITH_ANSWERS } from '../features/scores/redact-answers.js';
import { withClient } from '../platform/database/postgres-roles.js';
import type { EventStore } from '../platform/eventsourcing/event-store.js';
import { requestRebuild } from '../platform/eventsourcing/projecting/projection-set.js';
import { findUnredacted, mayRedact, redactEvents, type RedactionRule } from '../platform/eventsourcing/redacting.js';
import { count, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';
import { CLI } from '../platform/ops/package-info.js';

const REASON = 'free-text answers of an erased person';

/**
 * Removes the texts that these people typed from older events and from the read models.
 * @returns the exit code: 1 when clear text remains
 */
export async function redactPeople(
  { pool, store, adminUrl, logEngine, secrets }: CliPlatform,
  terminal: Terminal,
  userIds: readonly string[],
): Promise<number> {
  if (logEngine === 'kurrentdb') {
    terminal.err(
      `Events in KurrentDB cannot be changed. Copying the log removes free-text answers that older versions recorded: ${CLI} log copy --from kurrentdb --to postgres, then back into an empty KurrentDB if you want to stay there.`,
    );
    return 0;
  }
  const rule = await ruleOf(pool, store);
  if (!(await mayRedact(adminUrl))) return sayWhatIsLeft(pool, terminal, rule, userIds);
  const redacted = await redactAs(adminUrl, rule, userIds, newestSecret(secrets.AUDIT_KEY));
  // Also when there was nothing left to redact, because an interrupted command may have skipped it.
  if (await hasRedactions(pool, userIds)) {
    await requestRebuild(pool, READ_MODELS_WITH_ANSWERS);
    terminal.out(
      `Older events redacted: ${count(redacted)}. The platform rebuilds the read models ${READ_MODELS_WITH_ANSWERS.join(' and ')} without the redacted texts.`,
    );
  }
  return 0;
}

/** Redacts the events of these people in PostgreSQL, as the role for migrations. @returns the number of changed events */
export async function redactAs(
  adminUrl: string,
  rule: RedactionRule,
  userIds: readonly string[],
  auditKey: string,
): Promise<number> {
  return withClient(adminUrl, async (client) => {
    await client.query('set statement_timeout = 0');
    return redactEvents(client, rule, userIds, { auditKey, reason: REASON });
  });
}

async function sayWhatIsLeft(
  pool: Pool,
  terminal: Terminal,
  rule: RedactionRule,
  userIds: readonly string[],
): Promise<number> {
  const left = await findUnredacted(pool, rule, userIds);
  if (left.length === 0) return 0;
  terminal.err(
    `Older events that still contain free-text answers: ${count(left.length)}. This role is not allowed to redact the log. Run ${CLI} privacy redact with DATABASE_ADMIN_URL, as the role for migrations.`,
  );
  return 1;
}

/**
 * Returns all published editions, which decide what may be redacted. The log in PostgreSQL has its catalogues before read models exist;
 * the read models also have those of a log in KurrentDB.
 */
export async function ruleOf(pool: Pool, store: EventStore): Promise<RedactionRule> {
  const { rows: logged } = await pool.query<{ stream: string }>(
    "select distinct stream from log.events where stream like 'catalogue-%'",
  );
  const { rows: found } = await pool.query<{ found: boolean }>(
    "select to_regclass('read.catalogues') is not null as found",
  );
  const { rows: shown } = found[0]!.found
    ? await pool.query<{ id: string }>('select distinct catalogue_id as id from read.catalogues')
    : { rows: [] };
  const streams = new Set([...logged.map(({ stream }) => stream), ...shown.map(({ id }) => catalogueStream.name(id))]);
  const editions = await Promise.all([...streams].map((stream) => store.readStream(stream)));
  return answerRedaction(
    editions.flat().map(({ data }) => catalogueEvents.CataloguePublished.schema.parse(data).scenarios),
  );
}

/** Returns all people with a tombstone. */
export async function erasedPeople(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select subject_id as id from plain.erased_subjects');
  return rows.map(({ id }) => id);
}

async function hasRedactions(pool: Pool, userIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query('select from log.redactions where subject_id = any ($1) limit 1', [userIds]);
  return rowCount === 1;
}
