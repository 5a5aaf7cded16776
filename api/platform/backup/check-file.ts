import { stat } from 'node:fs/promises';
import { secretValues } from '../../config-settings.js';
import type { Secrets } from '../../config.js';
import { countLines } from './count-lines.js';
import { type FileToRead, type ReadFile, readFile } from './read-file.js';
import { FileRefused } from './refusals.js';
import { isSignedWith, otherSecrets } from './secret-marks.js';

/** Receives the share of a file that has been read, from 0 to 1. */
export type OnShare = (share: number) => void;

/**
 * Checks that a file is complete and unchanged, and that each table has the row count of the header. Changes nothing.
 * @throws FileRefused; StartError when BACKUP_KEY does not decrypt the file
 */
export async function checkFile(file: FileToRead, onShare?: OnShare): Promise<ReadFile> {
  const { path } = file;
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  const differing: string[] = [];
  const found = await readFile(
    file,
    async (table, rows) => {
      let count = 0;
      for await (const piece of rows) count += countLines(piece);
      if (count !== table.rows) differing.push(table.table);
    },
    (bytes) => onShare?.(bytes / Math.max(size, bytes)),
  );
  if (differing.length > 0) throw new FileRefused(`${path} is damaged: it lacks rows of ${differing.join(', ')}.`);
  return found;
}

/**
 * Checks that a file was signed with the audit key of its platform.
 * @returns true, or undefined when the key that signed the file is unknown
 * @throws FileRefused when the file was signed with another key
 */
export function assertSigned(path: string, { header, end }: ReadFile, secrets: Partial<Secrets>): boolean | undefined {
  const key = secrets.AUDIT_KEY;
  if (!key || otherSecrets(header.fingerprints, { AUDIT_KEY: key }).length > 0) return undefined;
  if (secretValues(key).some((value) => isSignedWith(value, end.sha256, end.signature))) return true;
  throw new FileRefused(`${path} was changed after it was written and has a new checksum: use another one.`);
}
