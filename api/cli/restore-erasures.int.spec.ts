import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERASED_PEOPLE_READER } from '../features/people/privacy/erased-people.js';
import { MIGRATIONS } from '../migrations.js';
import { checkFile } from '../platform/backup/check-file.js';
import { restoreBackup } from '../platform/backup/restore-backup.js';
import { APP_ROLE, withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { TestPlatform } from '../testing/test-platform.js';
import { until } from '../testing/until.js';
import { runCli } from './run-cli.js';

let folder: string;
let platform: TestPlatform;
let database: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-restore-erasures-'));
  // A log in PostgreSQL is part of the backup.
  platform = await TestPlatform.start({ kurrentDb: undefined }, (made) => (database = made));
});
afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

async function cli(...words: string[]): Promise<void> {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const { appUrl: DATABASE_URL, adminUrl: DATABASE_ADMIN_URL } = database;
  const settings = { ...testConfig().secrets, DATABASE_URL, DATABASE_ADMIN_URL, DATA_DIR: join(folder, 'nothing') };
  const code = await runCli(words, { out: say, err: say }, settings);
  expect({ code, said }).toMatchObject({ code: 0 });
}

/** Returns whether a database has a key of the person, a tombstone, and an erasure that the reactor has processed. */
const stateOf = ({ adminUrl }: TestDatabase, userId: string) =>
  withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ key: boolean; tombstone: boolean; processed: boolean }>(
      `select exists (select from plain.subject_keys where subject_id = $1) as key,
              exists (select from plain.erased_subjects where subject_id = $1) as tombstone,
              exists (select from plain.checkpoints c join log.events e using (event_id)
                      where c.reader = $2 and e.position >= (
                        select max(position) from log.events where type = 'PersonalDataErased')) as processed`,
      [userId, ERASED_PEOPLE_READER],
    );
    return rows[0]!;
  });

it('completes erasures at the next start when a restore with older keys ended right after its commit', async () => {
  const { userId } = await platform.person('User', null);
  const [older, file, keysFile] = ['older.backup', 'new.backup', 'older.keys'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await cli('backup', older, '--keys', keysFile);
  await cli('privacy', 'erase', '--yes', userId);
  await until(async () => (await stateOf(database, userId)).processed);
  await cli('backup', file);
  const { header } = await checkFile({ path: file, kind: 'backup', backupKey: undefined });
  const empty = await createTestDatabase();
  await restoreBackup({
    ...empty,
    appRole: APP_ROLE,
    migrations: MIGRATIONS,
    header,
    file,
    keysFile,
    backupKey: undefined,
    readersToRepeat: [ERASED_PEOPLE_READER],
  });
  expect(await stateOf(empty, userId)).toMatchObject({ key: true, tombstone: false });
  const restored = await TestPlatform.start({ kurrentDb: undefined, bootstrapAdmin: undefined }, undefined, empty);
  try {
    await until(async () => (await stateOf(empty, userId)).processed);
    expect(await stateOf(empty, userId)).toMatchObject({ key: false, tombstone: true });
  } finally {
    await restored.stop();
  }
});
