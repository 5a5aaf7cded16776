import { createReadStream, type ReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ZodError } from 'zod';
import {
  type BackedUpTable,
  BackupEnd,
  BackupHeader,
  copyFrom,
  END_MARK,
  type FileKind,
  FORMAT_VERSION,
  MARKS,
} from './backup-format.js';
import { ByteReader } from './byte-reader.js';
import { decrypting } from './encryption.js';
import { FileRefused, Unreadable } from './refusals.js';

const PIECE_BYTES = 256 * 1_024;

/** A file to read. */
export interface FileToRead {
  readonly path: string;
  readonly kind: FileKind;
  /** The setting BACKUP_KEY, which decrypts an encrypted file. */
  readonly backupKey: string | undefined;
}

/** Header and end line of a complete file. */
export interface ReadFile {
  readonly header: BackupHeader;
  readonly end: BackupEnd;
}

/** Receives the rows of one table, and must read all of them. */
export type TakeRows = (table: BackedUpTable, rows: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Reads a complete file, and passes the rows of each table to `take`. The content is verified only when the promise resolves.
 * @param onRead called periodically with the number of compressed bytes read
 * @throws FileRefused; StartError when BACKUP_KEY does not decrypt the file
 */
export async function readFile(
  { path, kind, backupKey }: FileToRead,
  take: TakeRows,
  onRead?: (bytes: number) => void,
): Promise<ReadFile> {
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const text = createGunzip({ chunkSize: PIECE_BYTES });
  // Errors of the pipeline also reject the reads from `text`, so the callback ignores them.
  pipeline(piecesOf(file, onRead), decrypting(path, backupKey), text, () => undefined);
  try {
    const reader = new ByteReader(text);
    const header = headerOf(await reader.line(), kind);
    for (const table of header.tables) {
      if ((await reader.line()) !== copyFrom(table)) throw new Unreadable('damaged');
      await take(table, reader.rows());
    }
    const { sha256 } = reader;
    const end = endOf(await reader.line());
    if (end.sha256 !== sha256 || !(await reader.isAtEnd())) throw new Unreadable('damaged');
    return { header, end };
  } catch (error) {
    throw refusalOf(error, path, kind);
  } finally {
    file.destroy();
    text.destroy();
  }
}

async function* piecesOf(file: ReadStream, onRead: ((bytes: number) => void) | undefined): AsyncGenerator<Buffer> {
  for await (const piece of file as AsyncIterable<Buffer>) {
    onRead?.(file.bytesRead);
    yield piece;
  }
}

function headerOf(line: string, kind: FileKind): BackupHeader {
  const mark = MARKS[kind];
  if (!line.startsWith(mark)) throw new Unreadable('foreign');
  const content = JSON.parse(line.slice(mark.length)) as { formatVersion?: unknown; appVersion?: unknown };
  if (typeof content.formatVersion === 'number' && content.formatVersion > FORMAT_VERSION)
    throw new FileRefused(
      `The file was made by the newer version ${String(content.appVersion)}: restore it with that version.`,
    );
  return BackupHeader.parse(content);
}

function endOf(line: string): BackupEnd {
  if (!line.startsWith(END_MARK)) throw new Unreadable('damaged');
  return BackupEnd.parse(JSON.parse(line.slice(END_MARK.length)));
}

const SENTENCES = {
  missing: (path: string) => `There is no file ${path}.`,
  closed: (path: string) => `${path} cannot be read: check that it is a file and that this user may read it.`,
  'cut off': (path: string) => `${path} is incomplete: copy it again, or use an older one.`,
  damaged: (path: string) => `${path} is damaged: its content has changed. Copy it again, or use an older one.`,
  foreign: (path: string, kind: FileKind) =>
    `${path} is not ${kind === 'backup' ? 'a backup' : 'a file of keys'} of this platform.`,
} as const;

/** Converts an error of the file to FileRefused, and returns other errors unchanged. */
function refusalOf(error: unknown, path: string, kind: FileKind): unknown {
  const why = reasonOf(error);
  return why ? new FileRefused(SENTENCES[why](path, kind), { cause: error }) : error;
}

function reasonOf(error: unknown): keyof typeof SENTENCES | undefined {
  if (error instanceof Unreadable) return error.why;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'missing';
  if (code === 'EACCES' || code === 'EISDIR') return 'closed';
  if (code === 'Z_BUF_ERROR') return 'cut off';
  if (code === 'Z_DATA_ERROR' && message.includes('header')) return 'foreign';
  if (code.startsWith('Z_') || error instanceof ZodError || error instanceof SyntaxError) return 'damaged';
  return undefined;
}
