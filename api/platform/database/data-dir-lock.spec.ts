import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir, refuseSecondStart } from './data-dir-lock.js';
import { processIdentity } from './process-identity.js';
import { StartError } from './start-error.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const leave = (content: string) => writeFileSync(join(folder, 'run.lock'), content);

it('rejects a second lock until the first is released', async () => {
  const unlock = await lockDataDir(folder);
  await expect(lockDataDir(folder)).rejects.toThrow(StartError);
  expect(() => refuseSecondStart(folder)).toThrow(`process ${process.pid}`);
  unlock();
  expect(() => refuseSecondStart(folder)).not.toThrow();
  (await lockDataDir(folder))();
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['a process that has exited', JSON.stringify({ pid: 2 ** 31 - 1, identity: 'boot 1' })],
  ['a live process with another start time', JSON.stringify({ pid: process.pid, identity: 'boot 1' })],
  ['no process, because the file is incomplete', '{"pid":'],
])('replaces a lock that names %s', async (_who, content) => {
  leave(content);
  const unlock = await lockDataDir(folder);
  expect(JSON.parse(readFileSync(join(folder, 'run.lock'), 'utf8'))).toEqual({
    pid: process.pid,
    identity: processIdentity(process.pid),
  });
  unlock();
});

it('releases only its own lock', async () => {
  const unlock = await lockDataDir(folder);
  leave('{"pid":1,"identity":"another"}');
  unlock();
  expect(readdirSync(folder)).toEqual(['run.lock']);
});
