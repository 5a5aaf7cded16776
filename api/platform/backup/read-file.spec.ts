import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile as readBytes, rm, stat, writeFile as writeBytes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BackupHeader, copyFrom, END_OF_ROWS, type FileKind, MARKS } from './backup-format.js';
import { StartError } from '../database/start-error.js';
import { until } from '../../testing/until.js';
import { assertSigned, checkFile } from './check-file.js';
import { readFile } from './read-file.js';
import { FileRefused } from './refusals.js';
import { fingerprintsOf } from './secret-marks.js';
import { refuseExisting, writeFile } from './write-file.js';

const AUDIT_KEY = 'an audit key of enough random characters for a test';
const BACKUP_KEY = randomBytes(32).toString('base64');
const UNENCRYPTED = { auditKey: AUDIT_KEY, backupKey: undefined };
const ROWS = Array.from({ length: 5_000 }, (_, index) => `${index}\tline \\n break and \\\\.\n`);

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-file-'));
  path = join(folder, 'backup');
});
afterEach(() => rm(folder, { recursive: true }));

const header = (changes: object = {}): BackupHeader => ({
  ...BackupHeader.parse({
    formatVersion: 1,
    id: '0198c0de-0004-7000-8000-000000000000',
    createdAt: '2026-05-01T12:00:00.000Z',
    appVersion: '2.2.3',
    postgresVersion: '18.4',
    migrations: ['EventLog1700000000000'],
    log: 'postgres',
    tables: [
      { schema: 'log', table: 'events', columns: ['position', 'data'], rows: ROWS.length },
      { schema: 'plain', table: 'claims', columns: ['kind'], rows: 0 },
    ],
    fingerprints: fingerprintsOf({ AUDIT_KEY }),
  }),
  ...changes,
});

async function* partsOf(about: BackupHeader, kind: FileKind): AsyncGenerator<string> {
  yield `${MARKS[kind]}${JSON.stringify(about)}\n`;
  for (const table of about.tables) {
    yield `${copyFrom(table)}\n`;
    if (table.table === 'events') yield ROWS.join('');
    yield END_OF_ROWS;
  }
}

async function write(about = header(), kind: FileKind = 'backup', backupKey?: string): Promise<Buffer> {
  await rm(path, { force: true });
  await (await writeFile(path, partsOf(about, kind), { auditKey: AUDIT_KEY, backupKey })).finish();
  return readBytes(path);
}

const refusal = (file = path, kind: FileKind = 'backup') =>
  checkFile({ path: file, kind, backupKey: BACKUP_KEY }).then(
    () => 'accepted',
    (error: unknown) => (error instanceof FileRefused ? error.message.replace(file, 'FILE') : error),
  );

it.each([
  ['returns the written rows', undefined],
  ['returns rows that were written with encryption', BACKUP_KEY],
])('%s, from a file that only the owner can read', async (_what, backupKey) => {
  await write(header(), 'backup', backupKey);
  const rows = new Map<string, string>();
  const { header: found } = await readFile({ path, kind: 'backup', backupKey }, async ({ table }, pieces) => {
    let text = '';
    for await (const piece of pieces) text += piece.toString();
    rows.set(table, text);
  });
  expect(found).toEqual(header());
  expect([...rows]).toEqual([
    ['events', ROWS.join('')],
    ['claims', ''],
  ]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('writes a script for psql', async () => {
  const text = gunzipSync(await write()).toString();
  expect(text).toMatch(/^-- ready-room-backup \{.*\}\nCOPY log\.events \("position", "data"\) FROM stdin;\n0\tline/);
  expect(text).toMatch(/\n\\\.\nCOPY plain\.claims \("kind"\) FROM stdin;\n\\\.\n-- end \{.*\}\n$/);
});

it.each([0.001, 0.1, 0.5, 0.9, 0.999])('rejects a file that is truncated after a share of %d', async (share) => {
  for (const backupKey of [undefined, BACKUP_KEY]) {
    const bytes = await write(header(), 'backup', backupKey);
    await writeBytes(path, bytes.subarray(0, Math.ceil(bytes.length * share)));
    expect(await refusal()).toBe('FILE is incomplete: copy it again, or use an older one.');
  }
});

it.each([0.2, 0.5, 0.99])('rejects a file with a flipped bit at a share of %d', async (share) => {
  for (const backupKey of [undefined, BACKUP_KEY]) {
    const bytes = await write(header(), 'backup', backupKey);
    bytes[Math.floor(bytes.length * share)]! ^= 1;
    await writeBytes(path, bytes);
    expect(await refusal()).toMatch(/^FILE is (damaged|cut off)/);
  }
});

const altered = async (change: (text: string) => string): Promise<unknown> => {
  const text = gunzipSync(await write()).toString();
  await writeBytes(path, gzipSync(change(text)));
  return refusal();
};

it.each([
  ['a row was changed', (text: string) => text.replace('\n7\t', '\n8\t')],
  ['a table was removed', (text: string) => text.replace(/COPY plain.*\n\\\.\n/, '')],
  ['the header was changed', (text: string) => text.replace('2026-05', '2026-06')],
  ['the header is invalid', (text: string) => text.replace('"id"', '"di"')],
  ['a table was added', (text: string) => `${text}COPY plain.claims ("kind") FROM stdin;\n`],
])('rejects a file that was compressed again after a change: %s', async (_what, change) => {
  expect(await altered(change)).toMatch(/^FILE is damaged/);
});

it('reports a wrong setting, not damage, when a file is encrypted with another key', async () => {
  await write(header(), 'backup', randomBytes(32).toString('base64'));
  const error = await refusal();
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toBe(
    `BACKUP_KEY is not the key that ${path} was encrypted with: set that one, then try again.`,
  );
});

it('rejects a file without its last line', async () => {
  expect(await altered((text) => text.replace(/-- end.*\n/, ''))).toMatch(/^FILE is incomplete/);
});

it('rejects a file with fewer rows than its header counts', async () => {
  await write(header({ tables: header().tables.map((table) => ({ ...table, rows: table.rows + 1 })) }));
  expect(await refusal()).toBe('FILE is damaged: it lacks rows of events, claims.');
});

it('rejects missing files, folders and other files', async () => {
  expect(await refusal(join(folder, 'missing'))).toBe('There is no file FILE.');
  expect(await refusal(folder)).toMatch(/^FILE cannot be read/);
  await writeBytes(path, 'not packed at all');
  expect(await refusal()).toBe('FILE is not a backup of this platform.');
  await writeBytes(path, gzipSync('select 1;\n'));
  expect(await refusal()).toBe('FILE is not a backup of this platform.');
  await write(header(), 'keys');
  expect(await refusal()).toBe('FILE is not a backup of this platform.');
  expect(await refusal(path, 'keys')).toBe('accepted');
});

it('rejects a file of a newer version', async () => {
  await write({ ...header({ appVersion: '9.0.0' }), formatVersion: 2 as 1 });
  expect(await refusal()).toMatch(/newer version 9\.0\.0: restore it with that version/);
});

it('detects a changed file with a new checksum by its signature', async () => {
  await (
    await writeFile(path, partsOf(header(), 'backup'), { ...UNENCRYPTED, auditKey: 'a key of an attacker' })
  ).finish();
  const found = await checkFile({ path, kind: 'backup', backupKey: undefined });
  expect(() => assertSigned(path, found, { AUDIT_KEY })).toThrow(/was changed after it was written/);
  expect(assertSigned(path, found, { AUDIT_KEY: 'the key of another platform' })).toBeUndefined();
  expect(assertSigned(path, found, {})).toBeUndefined();
  await write();
  expect(assertSigned(path, await checkFile({ path, kind: 'backup', backupKey: undefined }), { AUDIT_KEY })).toBe(true);
});

it('removes a file that could not be written completely', async () => {
  const fails = async function* (): AsyncGenerator<string> {
    yield 'begin';
    throw new Error('The database is unavailable');
  };
  await expect(writeFile(path, fails(), UNENCRYPTED)).rejects.toThrow('The database is unavailable');
  expect(await readdir(folder)).toEqual([]);
  const nowhere = writeFile(join(path, 'deeper'), partsOf(header(), 'backup'), UNENCRYPTED);
  await expect(nowhere).rejects.toThrow(/cannot be written: there is no such folder/);
});

it('never overwrites an existing file', async () => {
  await expect(refuseExisting(path)).resolves.toBeUndefined();
  await write();
  await expect(refuseExisting(path)).rejects.toThrow(/already exists: choose another name/);
});

it('refuses the second of two files that are written to one path at the same time', async () => {
  let [secondBegan, firstEnded] = [false, false];
  const first = async function* (): AsyncGenerator<string> {
    yield* partsOf(header(), 'backup');
    await until(() => secondBegan);
  };
  const second = async function* (): AsyncGenerator<string> {
    secondBegan = true;
    yield 'begin';
    await until(() => firstEnded);
  };
  const files = [first, second].map((parts) => writeFile(path, parts(), UNENCRYPTED));
  await (await files[0]!).finish();
  firstEnded = true;
  const late = await files[1]!;
  await expect(late.finish()).rejects.toThrow(new FileRefused(`${path} already exists: choose another name.`));
  await late.discard();
  expect(await refusal()).toBe('accepted');
  expect(await readdir(folder)).toEqual(['backup']);
});

it('removes a finished file whose other half could not be written', async () => {
  const file = await writeFile(path, partsOf(header(), 'backup'), UNENCRYPTED);
  await file.finish();
  await file.discard();
  expect(await readdir(folder)).toEqual([]);
});
