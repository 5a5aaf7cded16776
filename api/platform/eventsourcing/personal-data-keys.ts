import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { lruCache } from '../lru-cache.js';
import type { Pool } from 'pg';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A process that follows no changes must drop a deleted key within a minute. The size limit keeps a catch-up over all people from caching
 * all keys.
 */
const CACHE_MS = 60_000;
const CACHE_SIZE = 10_000;

interface KeyRow {
  subject_id: string;
  wrapped_key: Buffer;
  created_at: Date;
}

/** A person's key and its creation time. Events recorded earlier were encrypted under another key, which is lost. */
export interface SubjectKey {
  readonly key: KeyObject;
  readonly createdAt: Date;
}

/** Encrypts a text and returns iv, tag and ciphertext. Decryption needs the same `context`. */
export function encrypt(key: KeyObject, plaintext: string | Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext as Buffer), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts the result of {@link encrypt}. @throws when the key, the context or any byte differs */
export function decrypt(key: KeyObject, ciphertext: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, ciphertext.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(ciphertext.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(ciphertext.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Decrypts with the first key that fits, newest first. @throws when none fits */
export function decryptWithAny(keys: readonly KeyObject[], ciphertext: Buffer, context: string): Buffer {
  const key = keys.find((each) => canDecrypt(each, ciphertext, context)) ?? keys[0]!;
  return decrypt(key, ciphertext, context);
}

/** Returns whether {@link decrypt} would succeed. */
function canDecrypt(key: KeyObject, ciphertext: Buffer, context: string): boolean {
  try {
    decrypt(key, ciphertext, context);
    return true;
  } catch {
    return false;
  }
}

/** The result of {@link SubjectKeys.rewrap} for one page of keys. */
export interface RewrappedPage {
  readonly seen: number;
  readonly rewrapped: number;
  /** The page's last subject, null when the page is empty. */
  readonly last: string | null;
}

/**
 * Stores one key for each person in `plain.subject_keys`, wrapped with the master key. An erased person has a tombstone in
 * `plain.erased_subjects` instead and never gets another key.
 */
export class SubjectKeys {
  private readonly masterKeys: readonly KeyObject[];
  private readonly cache = lruCache<SubjectKey>(CACHE_SIZE, CACHE_MS);
  /** For each running load, the subjects whose keys are cached when it ends. */
  private readonly running = new Set<Set<string>>();

  /** @param masterSecrets newest first: new keys are wrapped with the first one */
  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    masterSecrets: readonly string[],
  ) {
    this.masterKeys = masterSecrets.map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'ready-room subject keys', KEY_BYTES))),
    );
  }

  /** Returns the keys of all subjects; null for erased subjects and those without a key. */
  async load(subjectIds: Iterable<string>): Promise<ReadonlyMap<string, SubjectKey | null>> {
    const keys = new Map<string, SubjectKey | null>();
    const unknown: string[] = [];
    for (const id of subjectIds) {
      const known = this.cache.get(id);
      if (known) keys.set(id, known);
      else unknown.push(id);
    }
    if (unknown.length === 0) return keys;
    const found = await this.read(unknown);
    for (const id of unknown) keys.set(id, found.get(id) ?? null);
    return keys;
  }

  /** Reads keys from the database and caches them, except those that are forgotten meanwhile. */
  private async read(subjectIds: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>> {
    const remaining = new Set(subjectIds);
    this.running.add(remaining);
    try {
      const { rows } = await this.pool.query<KeyRow>(
        `select subject_id, wrapped_key, created_at from plain.subject_keys k where subject_id = any ($1::uuid[])
           and not exists (select from plain.erased_subjects e where e.subject_id = k.subject_id)`,
        [subjectIds],
      );
      const found = new Map(rows.map((row) => [row.subject_id, this.unwrap(row)]));
      // A missing key is never cached: a read that overlaps with the creation of the key would make a person appear erased.
      for (const [id, key] of found) if (remaining.has(id)) this.cache.set(id, key);
      return found;
    } finally {
      this.running.delete(remaining);
    }
  }

  /**
   * Like {@link load}, but creates missing keys. They are committed when this resolves, before any event can use them. The result
   * is null for erased subjects.
   */
  async ensure(subjectIds: Iterable<string>): Promise<ReadonlyMap<string, SubjectKey | null>> {
    const keys = await this.load(subjectIds);
    const missing = [...keys].filter(([, key]) => key === null).map(([id]) => id);
    if (missing.length === 0) return keys;
    await this.create(missing);
    return new Map([...keys, ...(await this.load(missing))]);
  }

  /** Removes these subjects from the cache, because they may have been erased. Loads in progress do not cache them. */
  forget(subjectIds: Iterable<string>): void {
    for (const id of subjectIds) {
      this.cache.delete(id);
      for (const ids of this.running) ids.delete(id);
    }
  }

  /** Clears the cache, because the database may have lost the newest keys or deleted some. Loads in progress cache none. */
  forgetAll(): void {
    this.cache.clear();
    for (const ids of this.running) ids.clear();
  }

  private async create(subjectIds: readonly string[]): Promise<void> {
    const wrapped = subjectIds.map((id) => encrypt(this.masterKeys[0]!, randomBytes(KEY_BYTES), id));
    await this.pool.query(
      `insert into plain.subject_keys (subject_id, wrapped_key)
       select * from unnest($1::uuid[], $2::bytea[]) as made (id, wrapped)
       where not exists (select from plain.erased_subjects e where e.subject_id = made.id)
       on conflict (subject_id) do nothing`,
      [subjectIds, wrapped],
    );
  }

  /**
   * Wraps the keys of one page, in the order of subjects, with the newest master key. Safe to run beside a running platform and to
   * repeat: a key that is already rewrapped, or erased meanwhile, stays unchanged.
   * @param after the last subject of the previous page, null for the first page
   */
  async rewrap(after: string | null, limit: number): Promise<RewrappedPage> {
    const { rows } = await this.pool.query<KeyRow>(
      `select subject_id, wrapped_key, created_at from plain.subject_keys
       where $1::uuid is null or subject_id > $1 order by subject_id limit $2`,
      [after, limit],
    );
    const outdated = rows.filter((row) => !canDecrypt(this.masterKeys[0]!, row.wrapped_key, row.subject_id));
    const rewrapped = outdated.map((row) =>
      encrypt(this.masterKeys[0]!, decryptWithAny(this.masterKeys, row.wrapped_key, row.subject_id), row.subject_id),
    );
    await this.pool.query(
      `update plain.subject_keys k set wrapped_key = n.rewrapped
       from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as n (id, wrapped, rewrapped)
       where k.subject_id = n.id and k.wrapped_key = n.wrapped`,
      [outdated.map((row) => row.subject_id), outdated.map((row) => row.wrapped_key), rewrapped],
    );
    return { seen: rows.length, rewrapped: outdated.length, last: rows.at(-1)?.subject_id ?? null };
  }

  private unwrap({ subject_id, wrapped_key, created_at: createdAt }: KeyRow): SubjectKey {
    return { key: createSecretKey(decryptWithAny(this.masterKeys, wrapped_key, subject_id)), createdAt };
  }
}
