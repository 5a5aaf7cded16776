import { createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { CONFIG, type Config, secretValues } from '../../config.js';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DomainError } from '../../platform/domain-error.js';
import type { EventMetadata } from '../../platform/eventsourcing/message.js';
import { decryptWithAny, encrypt } from '../../platform/eventsourcing/personal-data-keys.js';
import { ImportLease, type ImportRow } from './import-lease.js';
import { importedUserId, type ImportPlan } from './import-plan.js';

/** Id that represents users without an organization among the organizations of an import. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';
/** A chunk takes about a second; the hold is renewed after each. */
const HELD_FOR = "interval '30 seconds'";
const LEFT_AT_ONCE = 10;
/** While a secret is being replaced, another node may still have the key of an import. */
const UNREADABLE_FOR = "interval '15 minutes'";
const UNREADABLE = 'The secret that protected this row was removed. Import the file again.';

/** A requested import. */
export interface NewImport {
  /** The command's id, so that a repeated request finds its import. */
  readonly importId: string;
  /** The organization of an organization admin; null for system admins. */
  readonly scope: string | null;
  readonly plan: ImportPlan;
  readonly metadata: EventMetadata;
}

/**
 * Running imports, in `plain.user_imports` and `plain.user_import_rows`. Personal data is encrypted there and deleted row by row as
 * accounts are created. The rest is deleted within a day.
 */
@Injectable()
export class Imports {
  /** Newest key first. */
  private readonly keys: readonly KeyObject[];

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) { secrets }: Config,
  ) {
    this.keys = secretValues(secrets.MASTER_KEY!).map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'ready-room user imports', 32))),
    );
  }

  /**
   * Stores an import for the workers. Safe to run again.
   * @throws DomainError IMPORT_RUNNING while another import into one of its organizations is running
   */
  async start({ importId, scope, plan, metadata }: NewImport): Promise<void> {
    const organizationIds = [...new Set(plan.newUsers.map(({ organizationId }) => organizationId ?? NO_ORGANIZATION))];
    await inTransaction(this.pool, async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtextextended('user-imports', 0))");
      const { rows } = await client.query<{ own: boolean }>(
        `select import_id = $1 as own from plain.user_imports
         where import_id = $1 or (ended_at is null and organization_ids && $2::uuid[])`,
        [importId, organizationIds],
      );
      if (rows.some(({ own }) => own)) return;
      if (rows.length > 0)
        throw new DomainError(
          'IMPORT_RUNNING',
          'Another import into this organization is running. Wait until it has ended, then import this file.',
        );
      await client.query(
        `insert into plain.user_imports (import_id, scope, started_by, organization_ids, sealed)
         values ($1, $2, $3, $4, $5)`,
        [
          importId,
          scope,
          metadata.actorId,
          organizationIds,
          encrypt(this.keys[0]!, JSON.stringify(metadata), importId),
        ],
      );
      await this.insertRows(client, importId, plan);
    });
  }

  /** Returns imports that no worker holds, oldest first. */
  async unfinished(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ import_id: string }>(
      `select import_id from plain.user_imports
       where ended_at is null and held_until < now() and started_at < now() - interval '1 second'
       order by started_at limit ${LEFT_AT_ONCE}`,
    );
    return rows.map((row) => row.import_id);
  }

  /**
   * Takes the hold of an import; null when another worker has it or the import has ended.
   * @throws Error when no value of MASTER_KEY decrypts the import
   */
  async lease(importId: string): Promise<ImportLease | null> {
    const holder = randomUUID();
    const { rows } = await this.pool.query<{ sealed: Buffer }>(
      `update plain.user_imports set holder = $2, held_until = now() + ${HELD_FOR}
       where import_id = $1 and ended_at is null and held_until < now() returning sealed`,
      [importId, holder],
    );
    if (!rows[0]) return null;
    const metadata = await this.metadataIn(importId, rows[0].sealed);
    return new ImportLease({ pool: this.pool, keys: this.keys, importId, holder, heldFor: HELD_FOR, metadata });
  }

  /** Deletes imports after 23 hours, ended or not, with their remaining personal data. */
  async purge(): Promise<void> {
    await this.pool.query("delete from plain.user_imports where started_at < now() - interval '23 hours'");
  }

  /** Returns the user name on a refused row; empty once it is deleted. */
  usernameIn(importId: string, sealed: Buffer | null): string {
    if (!sealed) return '';
    return (JSON.parse(decryptWithAny(this.keys, sealed, importId).toString('utf8')) as Pick<ImportRow, 'username'>)
      .username;
  }

  private async metadataIn(importId: string, sealed: Buffer): Promise<EventMetadata> {
    try {
      return JSON.parse(decryptWithAny(this.keys, sealed, importId).toString('utf8')) as EventMetadata;
    } catch (cause) {
      await this.endUnreadable(importId);
      throw new Error(`No value of MASTER_KEY decrypts the import of users ${importId}.`, { cause });
    }
  }

  /** Ends an import that has made no progress for a while, because it would block further imports of its organizations. */
  private async endUnreadable(importId: string): Promise<void> {
    await this.pool.query(
      `with ended as (
         update plain.user_imports set ended_at = now(), held_until = '-infinity'
         where import_id = $1 and ended_at is null and progress_at < now() - ${UNREADABLE_FOR} returning import_id
       )
       update plain.user_import_rows r
       set outcome = case outcome when 'pending' then 'refused' else outcome end,
         reason = case outcome when 'pending' then $2 else reason end,
         sealed = null
       from ended where r.import_id = ended.import_id`,
      [importId, UNREADABLE],
    );
  }

  private async insertRows(client: PoolClient, importId: string, { newUsers, unchanged }: ImportPlan): Promise<void> {
    const made = newUsers.map(({ line, ...user }) => ({
      line,
      userId: importedUserId(user.username, importId),
      outcome: 'pending',
      sealed: encrypt(this.keys[0]!, JSON.stringify(user), importId),
    }));
    const kept = unchanged.map(({ line, userId }) => ({ line, userId, outcome: 'unchanged', sealed: null }));
    const rows = [...made, ...kept];
    await client.query(
      `insert into plain.user_import_rows (import_id, line, user_id, outcome, sealed)
       select $1, * from unnest($2::integer[], $3::uuid[], $4::text[], $5::bytea[])`,
      [
        importId,
        rows.map(({ line }) => line),
        rows.map(({ userId }) => userId),
        rows.map(({ outcome }) => outcome),
        rows.map(({ sealed }) => sealed),
      ],
    );
  }
}
