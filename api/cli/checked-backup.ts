import { SECRET_NAMES, type Secrets } from '../config.js';
import { MIGRATIONS } from '../migrations.js';
import { checkFile, assertSigned } from '../platform/backup/check-file.js';
import type { ReadFile } from '../platform/backup/read-file.js';
import { FileRefused } from '../platform/backup/refusals.js';
import { otherSecrets } from '../platform/backup/secret-marks.js';
import { withProgress } from './progress-bar.js';
import type { Terminal } from './terminal.js';

/** A complete backup that this build can restore, and its keys. */
export interface CheckedBackup {
  readonly backup: ReadFile;
  readonly keys: ReadFile | undefined;
}

/** Reads both files to the end. @throws FileRefused, and StartError when BACKUP_KEY does not decrypt them */
export async function checkBackup(
  terminal: Terminal,
  file: string,
  keysFile: string | undefined,
  backupKey: string | undefined,
): Promise<CheckedBackup> {
  const read = (path: string, kind: 'backup' | 'keys') =>
    withProgress(terminal, `Checking ${path}`, (show) => checkFile({ path, kind, backupKey }, show));
  const backup = await read(file, 'backup');
  const unknown = backup.header.migrations.filter((name) => !MIGRATIONS.some((known) => known.name === name));
  if (unknown.length > 0) {
    throw new FileRefused(
      `${file} was made by the newer version ${backup.header.appVersion} (${unknown.join(', ')}): restore it with that version.`,
    );
  }
  const keys = keysFile === undefined ? undefined : await read(keysFile, 'keys');
  if (keys && !sharesSecret(keys, backup))
    throw new FileRefused(`${keysFile} belongs to another platform: its keys do not decrypt ${file}.`);
  if (keys && keys.header.createdAt < backup.header.createdAt)
    terminal.err(
      `The keys are of ${keys.header.createdAt}, older than the backup: names of people who were added later cannot be decrypted.`,
    );
  return { backup, keys };
}

/** One secret may have been replaced between the two files, but not all of them. */
const sharesSecret = ({ header: { fingerprints: a } }: ReadFile, { header: { fingerprints: b } }: ReadFile): boolean =>
  SECRET_NAMES.some((name) => a[name] !== undefined && a[name] === b[name]);

/** Detects files that were changed and given new checksums, when the audit key of the backup is available. @throws FileRefused */
export function checkSignatures(
  { backup, keys }: CheckedBackup,
  secrets: Partial<Secrets>,
  file: string,
  keysFile: string | undefined,
  { err }: Terminal,
): void {
  const signed = assertSigned(file, backup, secrets);
  if (keys) assertSigned(keysFile!, keys, secrets);
  if (signed === undefined)
    err('The origin of the file was not checked, because the AUDIT_KEY of the backup is not available. Use --keys.');
}

/** Returns the configured secrets that differ from those of the backup. */
export function secretsThatDiffer({ backup, keys }: CheckedBackup, secrets: Partial<Secrets>): readonly string[] {
  const { MASTER_KEY } = (keys ?? backup).header.fingerprints;
  return otherSecrets({ ...backup.header.fingerprints, ...(MASTER_KEY && { MASTER_KEY }) }, secrets);
}
