import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { MAX_SANDBOX_BYTES } from '../../contracts/sandbox.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DomainError } from '../../platform/domain-error.js';

/** What somebody keeps, ready to be stored: as JSON text. */
export interface Content {
  readonly text: string;
  readonly contentHash: string;
  readonly size: number;
}

/** @throws DomainError 413 when it is too large to be kept. */
export function contentOf(data: unknown): Content {
  const text = JSON.stringify(data);
  const size = Buffer.byteLength(text);
  if (size > MAX_SANDBOX_BYTES) throw tooLarge();
  return { text, contentHash: createHash('sha256').update(text).digest('hex'), size };
}

/** Whose content of which sandbox. */
export interface Place {
  readonly sandboxId: string;
  readonly ownerId: string;
}

/** One write of a content, to be taken back by {@link SandboxContents.discard}. */
export interface Stored {
  readonly sandboxId: string;
  readonly contentHash: string;
  /** The writing transaction; null when the content was stored already, by another request. */
  readonly writtenBy: string | null;
}

/** The sandboxes somebody has, and those that are being created: their content lies here before the log tells of them. */
const COUNT_OTHERS = `
  select count(*)::integer as others from (
    select id from read.sandboxes where owner_id = $1 and not deleted
    union
    select sandbox_id from plain.sandbox_contents c
    where c.user_id = $1 and not exists (select from read.sandboxes s where s.id = c.sandbox_id)
  ) as counted where id <> $2`;

/** The contents of sandboxes: stored and committed before an event names them, see `sweep-sandbox-contents.ts` for the end. */
@Injectable()
export class SandboxContents {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** For a sandbox that there is. */
  store(place: Place, content: Content): Promise<Stored> {
    return insert(this.pool, place, content);
  }

  /** Removes what a request has stored and no event will name, unless another request has stored the same since. */
  async discard({ sandboxId, contentHash, writtenBy }: Stored): Promise<void> {
    if (writtenBy === null) return;
    await this.pool.query(
      'delete from plain.sandbox_contents where sandbox_id = $1 and content_hash = $2 and xmin::text = $3',
      [sandboxId, contentHash, writtenBy],
    );
  }

  /**
   * For a new sandbox, unless its owner has `quota` others. One at a time of each owner, on any node, each counting what the
   * one before has stored: so nobody gets past the quota. Null when it is used up, as far as the read models know.
   */
  async storeFirst(place: Place, content: Content, quota: number): Promise<Stored | null> {
    return inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 21))', [place.ownerId]);
      const { rows } = await client.query<{ others: number }>(COUNT_OTHERS, [place.ownerId, place.sandboxId]);
      return rows[0]!.others >= quota ? null : insert(client, place, content);
    });
  }

  /** Undefined when it is gone. */
  async read(sandboxId: string, contentHash: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ content: string }>({
      name: 'sandbox-content',
      text: 'select content from plain.sandbox_contents where sandbox_id = $1 and content_hash = $2',
      values: [sandboxId, contentHash],
    });
    return rows[0]?.content;
  }

  /** Of sandboxes that no read model knows, stored over a minute ago: long enough for any append to have happened. */
  async unknownOf(ownerId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select distinct sandbox_id as id from plain.sandbox_contents c
       where user_id = $1 and stored_at < now() - interval '1 minute'
         and not exists (select from read.sandboxes s where s.id = c.sandbox_id) limit 1000`,
      [ownerId],
    );
    return rows.map(({ id }) => id);
  }

  /** Of sandboxes that never came to be. */
  async forget(sandboxIds: readonly string[]): Promise<void> {
    await this.pool.query(
      `delete from plain.sandbox_contents
       where sandbox_id = any ($1::uuid[]) and stored_at < now() - interval '1 minute'`,
      [sandboxIds],
    );
  }
}

/** One that lies there already is as good as new: the sweep leaves it alone for a while. */
async function insert(client: Pool | PoolClient, place: Place, { text, contentHash }: Content): Promise<Stored> {
  const { rows } = await client.query<{ transaction: string; is_new: boolean }>(
    `insert into plain.sandbox_contents (sandbox_id, content_hash, user_id, content) values ($1, $2, $3, $4)
     on conflict (sandbox_id, content_hash) do update set stored_at = now()
     returning xmin::text as transaction, xmax = 0 as is_new`,
    [place.sandboxId, contentHash, place.ownerId, text],
  );
  const { transaction, is_new: isNew } = rows[0]!;
  return { sandboxId: place.sandboxId, contentHash, writtenBy: isNew ? transaction : null };
}

const tooLarge = (): DomainError =>
  new DomainError(
    'PAYLOAD_TOO_LARGE',
    `A sandbox may be up to ${MAX_SANDBOX_BYTES / 1_024} kB large. Take something out of it and save it again.`,
    413,
  );
