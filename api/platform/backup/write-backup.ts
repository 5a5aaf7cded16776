import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { ClientBase } from 'pg';
import { newestSecret } from '../../config-settings.js';
import type { Secrets } from '../../config.js';
import { VERSION } from '../ops/package-info.js';
import { KEYS_TABLE, type TableToBackUp, tablesToBackUp } from './backed-up-tables.js';
import {
  BackupHeader,
  columnsOf,
  copyFrom,
  END_OF_ROWS,
  type FileKind,
  FORMAT_VERSION,
  MARKS,
  nameOf,
} from './backup-format.js';
import { countLines } from './count-lines.js';
import { copyOut } from './copy-out.js';
import { FileRefused } from './refusals.js';
import { inSnapshot } from './snapshot.js';
import { fingerprintsOf } from './secret-marks.js';
import { refuseExisting, type UnfinishedFile, writeFile } from './write-file.js';

export interface BackupOptions {
  readonly file: string;
  /** Without one, no keys are written. */
  readonly keysFile: string | undefined;
  readonly log: BackupHeader['log'];
  readonly secrets: Secrets;
  /** What `secrets.json` holds; goes into the file of keys. */
  readonly storedSecrets: Partial<Secrets>;
  /** Called now and then with the rows written, of how many. */
  readonly onProgress?: (rows: number, of: number) => void;
}

export interface BackupSummary {
  readonly header: BackupHeader;
  readonly bytes: number;
  /** People whose keys were written. */
  readonly subjects: number;
}

/**
 * Writes everything the log and the plain tables hold at one moment, and the keys of the same moment. The platform serves on
 * meanwhile: a transaction that only reads holds up neither writers nor readers of the log.
 * @throws FileRefused
 */
export async function writeBackup(databaseUrl: string, options: BackupOptions): Promise<BackupSummary> {
  const { file, keysFile } = options;
  if (keysFile !== undefined && resolve(keysFile) === resolve(file))
    throw new FileRefused('The keys go into a file of their own, that can be kept elsewhere.');
  for (const path of [file, keysFile]) if (path !== undefined) await refuseExisting(path);
  return inSnapshot(databaseUrl, async (client, about) => {
    const common = {
      ...about,
      formatVersion: FORMAT_VERSION,
      id: randomUUID(),
      createdAt: new Date().toISOString(),
      appVersion: VERSION,
      log: options.log,
      fingerprints: fingerprintsOf(options.secrets),
    } as const;
    const written: UnfinishedFile[] = [];
    try {
      const write = async (kind: FileKind, path: string, more: Pick<BackupHeader, 'secrets'>) => {
        const tables = await tablesToBackUp(client, kind === 'keys');
        const header = BackupHeader.parse({ ...common, ...more, tables });
        written.push(
          await writeFile(path, textOf(client, kind, header, tables, options), newestSecret(options.secrets.AUDIT_KEY)),
        );
        return header;
      };
      const header = await write('backup', file, {});
      const keys = keysFile && (await write('keys', keysFile, { secrets: options.storedSecrets }));
      // The keys first: a backup that has its name has its keys as well.
      for (const each of written.toReversed()) await each.finish();
      return { header, bytes: written[0]!.bytes, subjects: keys ? keysIn(keys) : 0 };
    } catch (error) {
      await Promise.all(written.map((each) => each.discard()));
      throw error;
    }
  });
}

async function* textOf(
  client: ClientBase,
  kind: FileKind,
  header: BackupHeader,
  tables: readonly TableToBackUp[],
  { onProgress }: BackupOptions,
): AsyncGenerator<Buffer | string> {
  const total = rowsOf(tables);
  let before = 0;
  yield `${MARKS[kind]}${JSON.stringify(header)}\n`;
  for (const table of tables) {
    yield `${copyFrom(table)}\n`;
    const rowsToCopy = `select ${columnsOf(table)} from ${nameOf(table)} where ${table.where}`;
    let rows = 0;
    for await (const piece of copyOut(client, `copy (${rowsToCopy}) to stdout`)) {
      rows += countLines(piece as Buffer);
      onProgress?.(before + rows, total);
      yield piece as Buffer;
    }
    before += table.rows;
    yield END_OF_ROWS;
  }
}

/** How many keys a file of keys holds. */
export const keysIn = ({ tables }: BackupHeader): number =>
  rowsOf(tables.filter((table) => nameOf(table) === KEYS_TABLE));

const rowsOf = (tables: readonly { rows: number }[]): number => tables.reduce((sum, { rows }) => sum + rows, 0);
