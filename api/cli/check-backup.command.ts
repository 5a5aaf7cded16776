import type { Config } from '../config.js';
import { keysIn } from '../platform/backup/write-backup.js';
import { storedSecrets } from '../start/secrets.js';
import { summaryOf } from './backup.command.js';
import { checkBackup, checkSignatures } from './checked-backup.js';
import { count, type Terminal } from './terminal.js';

/** `restore <file> --check`: whether a backup could be restored; needs no database. */
export async function checkOnly(
  config: Config,
  terminal: Terminal,
  file: string,
  keysFile: string | undefined,
): Promise<number> {
  const checked = await checkBackup(terminal, file, keysFile);
  const { backup, keys } = checked;
  const secrets = { ...(await storedSecrets(config.dataDir)), ...keys?.header.secrets, ...config.secrets };
  checkSignatures(checked, secrets, file, keysFile, terminal);
  const { appVersion, postgresVersion } = backup.header;
  terminal.out(
    `${file} is whole: ${summaryOf(backup.header)}, made by version ${appVersion} on PostgreSQL ${postgresVersion}.`,
  );
  if (keys) terminal.out(`${keysFile} is whole: keys of ${count(keysIn(keys.header))} people.`);
  return 0;
}
