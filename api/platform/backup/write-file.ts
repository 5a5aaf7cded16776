import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
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
  /** Renames the file to its final name. */
  finish(): Promise<void>;
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
  if (!isFree) throw new FileRefused(`${path} already exists: choose another name.`);
}

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
  const draft = `${path}.partial`;
  const discard = (): Promise<void> => rm(draft, { force: true });
  await discard().catch(() => undefined);
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
  return { bytes: (await stat(draft)).size, finish: () => rename(draft, path), discard };
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
