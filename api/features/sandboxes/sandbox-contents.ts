import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { MAX_SANDBOX_BYTES } from '../../contracts/sandbox.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DomainError } from '../../platform/domain-error.js';

/** The content of a sandbox as JSON text, ready to be stored. */
export interface Content {
  readonly text: string;
  readonly contentHash: string;
  readonly size: number;
}

/** Converts data to content. @throws DomainError 413 when it is too large. */
export function contentOf(data: unknown): Content {
  const text = JSON.stringify(data);
  const size = Buffer.byteLength(text);
  if (size > MAX_SANDBOX_BYTES) throw tooLarge();
  return { text, contentHash: createHash('sha256').update(text).digest('hex'), size };
}

/** Identifies the sandbox and the owner of a content. */
export interface SandboxContentKey {
  readonly sandboxId: string;
  readonly ownerId: string;
}

/** A write of a content, which {@link SandboxContents.discard} can undo. */
export interface Stored {
  readonly sandboxId: string;
  readonly contentHash: string;
  /** The transaction that wrote it. Null when another request had stored the content already. */
  readonly writtenBy: string | null;
}

/** Counts a person's sandboxes, including those being created, whose content is stored before the log contains them. */
const COUNT_OTHERS = `
  select count(*)::integer as others from (
    select id from read.sandboxes where owner_id = $1 and not deleted
    union
    select sandbox_id from plain.sandbox_contents c
    where c.user_id = $1 and not exists (select from read.sandboxes s where s.id = c.sandbox_id)
  ) as counted where id <> $2`;

/**
 * Stores the contents of sandboxes. A content is committed before an event refers to it. `sweep-sandbox-contents.ts`
 * describes its removal.
 */
@Injectable()
export class SandboxContents {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Stores the content of an existing sandbox. */
  store(key: SandboxContentKey, content: Content): Promise<Stored> {
    return insert(this.pool, key, content);
  }

  /** Removes a content that no event will refer to, unless another request has stored the same content in the meantime. */
  async discard({ sandboxId, contentHash, writtenBy }: Stored): Promise<void> {
    if (writtenBy === null) return;
    await this.pool.query(
      'delete from plain.sandbox_contents where sandbox_id = $1 and content_hash = $2 and xmin::text = $3',
      [sandboxId, contentHash, writtenBy],
    );
  }

  /**
   * Stores the content of a new sandbox unless its owner has `quota` others. Requests of one owner are serialized on all
   * nodes, and each counts the content stored before, so the quota cannot be exceeded. Returns null when the quota is used
   * up as of the read models.
   */
  async storeFirst(key: SandboxContentKey, content: Content, quota: number): Promise<Stored | null> {
    return inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 21))', [key.ownerId]);
      const { rows } = await client.query<{ others: number }>(COUNT_OTHERS, [key.ownerId, key.sandboxId]);
      return rows[0]!.others >= quota ? null : insert(client, key, content);
    });
  }

  /** Returns the content, or undefined when it was removed. */
  async read(sandboxId: string, contentHash: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ content: string }>({
      name: 'sandbox-content',
      text: 'select content from plain.sandbox_contents where sandbox_id = $1 and content_hash = $2',
      values: [sandboxId, contentHash],
    });
    return rows[0]?.content;
  }

  /** Returns sandboxes that no read model contains and whose content is older than a minute, the longest time for an append. */
  async unknownOf(ownerId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select distinct sandbox_id as id from plain.sandbox_contents c
       where user_id = $1 and stored_at < now() - interval '1 minute'
         and not exists (select from read.sandboxes s where s.id = c.sandbox_id) limit 1000`,
      [ownerId],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes the contents of sandboxes that were never created. */
  async forget(sandboxIds: readonly string[]): Promise<void> {
    await this.pool.query(
      `delete from plain.sandbox_contents
       where sandbox_id = any ($1::uuid[]) and stored_at < now() - interval '1 minute'`,
      [sandboxIds],
    );
  }
}

/** Inserts a content. An existing one gets a new time, so that the sweep leaves it alone for a while. */
async function insert(
  client: Pool | PoolClient,
  key: SandboxContentKey,
  { text, contentHash }: Content,
): Promise<Stored> {
  const { rows } = await client.query<{ transaction: string; is_new: boolean }>(
    `insert into plain.sandbox_contents (sandbox_id, content_hash, user_id, content) values ($1, $2, $3, $4)
     on conflict (sandbox_id, content_hash) do update set stored_at = now()
     returning xmin::text as transaction, xmax = 0 as is_new`,
    [key.sandboxId, contentHash, key.ownerId, text],
  );
  const { transaction, is_new: isNew } = rows[0]!;
  return { sandboxId: key.sandboxId, contentHash, writtenBy: isNew ? transaction : null };
}

const tooLarge = (): DomainError =>
  new DomainError(
    'PAYLOAD_TOO_LARGE',
    `The sandbox is larger than ${MAX_SANDBOX_BYTES / 1_024} kB. Remove something from it and save it again.`,
    413,
  );
