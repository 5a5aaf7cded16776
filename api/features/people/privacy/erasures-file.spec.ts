import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../../platform/database/start-error.js';
import { type Erasures, ErasuresFile } from './erasures-file.js';

const AUDIT_KEY = randomBytes(32).toString('base64');
const AT = new Date('2026-11-24T09:30:00.000Z');

let folder: string;
let path: string;
let file: ErasuresFile;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'erasures-'));
  path = join(folder, 'erasures');
  file = new ErasuresFile(path, AUDIT_KEY);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const erasure = (userId: string = randomUUID(), at = AT): Erasures => new Map([[userId, at]]);

it('reads the appended erasures, in a file that only the owner can read', async () => {
  const [one, other] = [erasure(), erasure()];
  expect(await file.read()).toEqual({ erasures: new Map(), damage: undefined });
  await file.append(one);
  await new ErasuresFile(path, AUDIT_KEY).append(other);
  expect(await file.read()).toEqual({ erasures: new Map([...one, ...other]), damage: undefined });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('keeps the first time of a person who was appended twice', async () => {
  const userId = randomUUID();
  await file.append(erasure(userId));
  await file.append(erasure(userId, new Date()));
  expect((await file.read()).erasures).toEqual(erasure(userId));
});

it('ignores a truncated line, names it, and does not continue it', async () => {
  const [one, other] = [erasure(), erasure()];
  await file.append(one);
  await appendFile(path, '{"userId":"');
  await file.append(other);
  expect(await file.read()).toEqual({
    erasures: new Map([...one, ...other]),
    damage: `ERASURES_FILE: ${path} has lines that were not written by this installation or are damaged (2): remove them.`,
  });
});

it('ignores lines of another installation and changed ones', async () => {
  await new ErasuresFile(path, randomBytes(32).toString('base64')).append(erasure());
  await file.append(erasure());
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll('09:30', '09:31'));
  expect(await file.read()).toEqual({ erasures: new Map(), damage: expect.stringContaining('(1, 2)') as string });
});

it('accepts lines that were signed with an older AUDIT_KEY', async () => {
  const one = erasure();
  await file.append(one);
  const rotated = new ErasuresFile(path, `${randomBytes(32).toString('base64')},${AUDIT_KEY}`);
  expect((await rotated.read()).erasures).toEqual(one);
});

it('reports why it cannot be read', async () => {
  const missing = new ErasuresFile(join(folder, 'missing', 'erasures'), AUDIT_KEY);
  await expect(missing.read()).rejects.toThrow(StartError);
  await expect(missing.read()).rejects.toThrow(
    /cannot be read \(there is no such folder\)\. Fix this first: without the file, erased/,
  );
  await mkdir(path);
  await expect(file.read()).rejects.toThrow(/cannot be read \(EISDIR\)/);
});

it('reports why it cannot be written', async () => {
  const missing = new ErasuresFile(join(folder, 'missing', 'erasures'), AUDIT_KEY);
  await expect(missing.append(erasure())).rejects.toThrow(
    `ERASURES_FILE: ${join(folder, 'missing', 'erasures')} cannot be written: there is no such folder.`,
  );
});
