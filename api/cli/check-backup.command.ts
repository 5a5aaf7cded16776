import type { Config, Secrets } from '../config.js';
import { keysIn } from '../platform/backup/write-backup.js';
import { StartError } from '../platform/database/start-error.js';
import { storedSecrets } from '../start/secrets.js';
import { summaryOf } from './backup.command.js';
import { type CheckedBackup, checkBackup, checkSignatures, secretsThatDiffer } from './checked-backup.js';
import { count, type Terminal } from './terminal.js';

/** `restore <file> --check`: checks whether a backup could be restored. Needs no database. */
export async function checkOnly(
  config: Config,
  terminal: Terminal,
  file: string,
  keysFile: string | undefined,
): Promise<number> {
  const checked = await checkBackup(terminal, file, keysFile, config.backupKey);
  const { backup, keys } = checked;
  const secrets = { ...(await storedSecrets(config.dataDir)), ...keys?.header.secrets, ...config.secrets };
  assertMasterKey(checked, keys ? secrets : config.secrets);
  checkSignatures(checked, secrets, file, keysFile, terminal);
  const { appVersion, postgresVersion } = backup.header;
  terminal.out(
    `${file} is complete: ${summaryOf(backup.header)}, made by version ${appVersion} on PostgreSQL ${postgresVersion}.`,
  );
  if (keys) terminal.out(`${keysFile} is complete: keys of ${count(keysIn(keys.header))} people.`);
  return 0;
}

/** Rejects a MASTER_KEY that cannot decrypt the names in the backup, so that this is known before the backup is needed. */
function assertMasterKey(checked: CheckedBackup, secrets: Partial<Secrets>): void {
  if (!secretsThatDiffer(checked, secrets).includes('MASTER_KEY')) return;
  throw new StartError(
    'MASTER_KEY: differs from the key of the backup, so its names cannot be decrypted. Set the key of the backup and check again.',
  );
}
