import { createHmac, timingSafeEqual } from 'node:crypto';
import { access, type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { newestSecret, secretValues } from '../../../config.js';
import { reasonNotWritten } from '../../../platform/backup/write-file.js';
import { StartError } from '../../../platform/database/start-error.js';

/** Some 250,000 erasures. */
const MAX_BYTES = 50_000_000;
const NEW_LINE = 10;

/** One line of the file. It names a person by id only, so the file holds nothing that tells who they were. */
const ErasureLine = z.object({
  userId: z.uuid(),
  erasedAt: z.iso.datetime(),
  signature: z.hex().length(64),
});

/** When people were erased, by their id. */
export type Erasures = ReadonlyMap<string, Date>;

/** The content of the file. */
export interface ReadErasures {
  readonly erasures: Erasures;
  /** A sentence about lines that were ignored; undefined when there are none. */
  readonly damage: string | undefined;
}

/**
 * The file of the setting ERASURES_FILE: every erasure, outside the database, so that a restore can repeat them. Lines are only
 * ever appended, and signed: a line of another installation must not erase a person here.
 */
export class ErasuresFile {
  /** @param auditKey the setting AUDIT_KEY; its newest value signs, lines signed with an older one are accepted */
  constructor(
    readonly path: string,
    private readonly auditKey: string,
  ) {}

  /**
   * Reads all erasures; none when the file does not exist yet in a folder that does.
   * @throws StartError when it cannot be read
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
   * Appends erasures and waits until they are on the disk.
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

/** @throws StartError when a start could not read the erasures of this file */
export async function assertErasuresReadable(path: string): Promise<void> {
  await textOf(path);
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new StartError(`ERASURES_FILE: ${path} is too large to be a file of erasures.`);
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    if (code === 'ENOENT' && (await exists(dirname(path)))) return '';
    const reason = code === 'ENOENT' ? 'there is no such folder' : code;
    throw new StartError(
      `ERASURES_FILE: ${path} cannot be read (${reason}). Fix that first: without the file erased people could come back.`,
      { cause },
    );
  }
}

const signatureOf = (auditKey: string, userId: string, erasedAt: string): Buffer =>
  createHmac('sha256', auditKey).update(`ready-room erasure ${userId} ${erasedAt}`).digest();

/** False after a write that was cut off: the next line must not continue the damaged one. */
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
