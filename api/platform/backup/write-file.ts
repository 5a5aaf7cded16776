import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { END_MARK } from './backup-format.js';
import { encrypting } from './encryption.js';
import { FileRefused } from './refusals.js';
import { signatureOf } from './secret-marks.js';

/** Compression level: almost as small as the default level, in a third of the time. */
const LEVEL = 2;

/** A complete file that still has a temporary name. */
export interface UnfinishedFile {
  readonly bytes: number;
  /**
   * Renames the file to its final name.
   * @throws FileRefused when a file with that name was written meanwhile
   */
  finish(): Promise<void>;
  /** Removes the file, also after `finish`. */
  discard(): Promise<void>;
}

/**
 * Checks that a path is free, so that no older backup is overwritten.
 * @throws FileRefused when the path exists
 */
export async function refuseExisting(path: string): Promise<void> {
  const isFree = await access(path).then(
    () => false,
    () => true,
  );
  if (!isFree) throw alreadyExists(path);
}

const alreadyExists = (path: string): FileRefused => new FileRefused(`${path} already exists: choose another name.`);

/** Keys that sign and encrypt a file. */
export interface FileKeys {
  /** Signs the checksum. */
  readonly auditKey: string;
  /** The setting BACKUP_KEY; without it the file is not encrypted. */
  readonly backupKey: string | undefined;
}

/**
 * Writes a compressed file with checksum and signature at its end, readable only by the owner. Encrypts it if `backupKey` is set.
 * @throws FileRefused when the file cannot be written
 */
export async function writeFile(
  path: string,
  parts: AsyncIterable<Buffer | string>,
  { auditKey, backupKey }: FileKeys,
): Promise<UnfinishedFile> {
  // Another backup may write a file with the same name at the same time.
  const draft = `${path}.${randomUUID()}.partial`;
  const own = [draft];
  const discard = async (): Promise<void> => {
    for (const each of own) await rm(each, { force: true });
  };
  const finish = async (): Promise<void> => {
    await reserve(path);
    own.push(path);
    await rename(draft, path);
  };
  try {
    const file = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
    const text = Readable.from(signed(parts, auditKey), { objectMode: true });
    const gzip = createGzip({ level: LEVEL });
    if (backupKey === undefined) await pipeline(text, gzip, file);
    else await pipeline(text, gzip, encrypting(backupKey), file);
  } catch (error) {
    await discard().catch(() => undefined);
    throw refusalOf(error, path);
  }
  return { bytes: (await stat(draft)).size, finish, discard };
}

/** Creates an empty file, because a renaming would replace an existing file. Not every file system of backups has hard links. */
async function reserve(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.close();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? alreadyExists(path) : refusalOf(error, path);
  }
}

async function* signed(parts: AsyncIterable<Buffer | string>, auditKey: string): AsyncGenerator<Buffer | string> {
  const hash = createHash('sha256');
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
  const sha256 = hash.digest('hex');
  yield `${END_MARK}${JSON.stringify({ sha256, signature: signatureOf(auditKey, sha256) })}\n`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'this user is not allowed to write there',
  EPERM: 'this user is not allowed to write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full for this user',
};

/** Returns the reason that a file could not be written, to follow a colon; undefined for errors that operators cannot fix. */
export const reasonNotWritten = (error: unknown): string | undefined =>
  REASONS[(error as NodeJS.ErrnoException).code ?? ''];

function refusalOf(error: unknown, path: string): unknown {
  const reason = reasonNotWritten(error);
  return reason
    ? new FileRefused(`${path} cannot be written: ${reason}. The incomplete file was removed.`, { cause: error })
    : error;
}
