import { createHmac, timingSafeEqual } from 'node:crypto';
import { access, type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { newestSecret, secretValues } from '../../../config.js';
import { reasonNotWritten } from '../../../platform/backup/write-file.js';
import { StartError } from '../../../platform/database/start-error.js';

/** Enough for about 250,000 erasures. */
const MAX_BYTES = 50_000_000;
const NEW_LINE = 10;

/** One line of the file. It names a person by id only, so the file contains no personal data. */
const ErasureLine = z.object({
  userId: z.uuid(),
  erasedAt: z.iso.datetime(),
  signature: z.hex().length(64),
});

/** Times of erasures, by user id. */
export type Erasures = ReadonlyMap<string, Date>;

/** The content of the file. */
export interface ReadErasures {
  readonly erasures: Erasures;
  /** A sentence about ignored lines; undefined when there are none. */
  readonly damage: string | undefined;
}

/**
 * The file of the setting ERASURES_FILE: every erasure, stored outside the database so that a restore can repeat them. Lines are only
 * appended. They are signed, so that a line of another installation does not erase a person here.
 */
export class ErasuresFile {
  /** @param auditKey the setting AUDIT_KEY; its newest value signs, and signatures of older values are accepted */
  constructor(
    readonly path: string,
    private readonly auditKey: string,
  ) {}

  /**
   * Reads all erasures; none when the folder exists without the file.
   * @throws StartError when the file cannot be read
   */
  async read(): Promise<ReadErasures> {
    const erasures = new Map<string, Date>();
    const ignored: number[] = [];
    for (const [index, line] of (await textOf(this.path)).split('\n').entries()) {
      if (line === '') continue;
      const erasure = this.parse(line);
      if (!erasure) ignored.push(index + 1);
      else if (!erasures.has(erasure.userId)) erasures.set(erasure.userId, new Date(erasure.erasedAt));
    }
    const damage =
      ignored.length > 0
        ? `ERASURES_FILE: ${this.path} has lines that were not written by this installation or are damaged (${ignored.slice(0, 10).join(', ')}): remove them.`
        : undefined;
    return { erasures, damage };
  }

  /**
   * Appends erasures and flushes them to the disk.
   * @throws Error with a sentence for the operator when the file cannot be written
   */
  async append(erasures: Erasures): Promise<void> {
    const lines = [...erasures].map(([userId, erasedAt]) => this.lineOf(userId, erasedAt.toISOString()));
    try {
      const file = await open(this.path, 'a+', 0o600);
      try {
        const separator = (await endsWithLine(file)) ? '' : '\n';
        await file.appendFile(separator + lines.join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (cause) {
      const reason = reasonNotWritten(cause) ?? (cause as Error).message;
      throw new Error(`ERASURES_FILE: ${this.path} cannot be written: ${reason}.`, { cause });
    }
  }

  private parse(line: string): z.infer<typeof ErasureLine> | undefined {
    try {
      const erasure = ErasureLine.parse(JSON.parse(line));
      const given = Buffer.from(erasure.signature, 'hex');
      const isOurs = secretValues(this.auditKey).some((key) =>
        timingSafeEqual(signatureOf(key, erasure.userId, erasure.erasedAt), given),
      );
      return isOurs ? erasure : undefined;
    } catch {
      return undefined;
    }
  }

  private lineOf(userId: string, erasedAt: string): string {
    const signature = signatureOf(newestSecret(this.auditKey), userId, erasedAt).toString('hex');
    return `${JSON.stringify({ userId, erasedAt, signature })}\n`;
  }
}

/** Checks before a start that the erasures are readable. @throws StartError when they are not */
export async function assertErasuresReadable(path: string): Promise<void> {
  await textOf(path);
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new StartError(`ERASURES_FILE: ${path} is too large for a file of erasures.`);
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    if (code === 'ENOENT' && (await exists(dirname(path)))) return '';
    const reason = code === 'ENOENT' ? 'there is no such folder' : code;
    throw new StartError(
      `ERASURES_FILE: ${path} cannot be read (${reason}). Fix this first: without the file, erased people could reappear.`,
      { cause },
    );
  }
}

const signatureOf = (auditKey: string, userId: string, erasedAt: string): Buffer =>
  createHmac('sha256', auditKey).update(`ready-room erasure ${userId} ${erasedAt}`).digest();

/** Returns false after a truncated write, so that the next line does not continue the damaged one. */
async function endsWithLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === NEW_LINE;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
