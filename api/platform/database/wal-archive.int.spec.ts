import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../start/testing/folders.js';
import { archiveSettings, restoreCommand } from './wal-archive.js';

const folder = makeFolder('wal-archive', 0o700);
afterAll(() => rmSync(folder, { recursive: true }));

const SEGMENT = '000000010000000000000001';

/** Runs a command as PostgreSQL does: in the folder of the cluster, with the file's name and path filled in. */
const run = (command: string, path: string): void => {
  const filled = command.replaceAll(/%[%fp]/g, (sign) => ({ '%f': SEGMENT, '%p': path })[sign] ?? '%');
  execFileSync('sh', ['-c', filled], { cwd: folder, stdio: 'ignore' });
};

it("archives and restores a segment byte by byte, whatever the folder's name, and never overwrites one", () => {
  const archive = join(folder, "50% of Ann's archive");
  mkdirSync(archive);
  const { archive_command: command } = archiveSettings(archive);
  const content = Buffer.concat([Buffer.from('records'), Buffer.alloc(1_000_000)]);
  writeFileSync(join(folder, SEGMENT), content);
  run(command!, SEGMENT);
  expect(readdirSync(archive)).toEqual([`${SEGMENT}.gz`]);
  expect(readFileSync(join(archive, `${SEGMENT}.gz`)).length).toBeLessThan(content.length / 100);
  run(restoreCommand(archive), 'restored');
  expect(readFileSync(join(folder, 'restored')).equals(content)).toBe(true);
  // Archived again after a crash of the server: the same content is fine, another one is not.
  run(command!, SEGMENT);
  writeFileSync(join(folder, SEGMENT), 'another cluster');
  expect(() => run(command!, SEGMENT)).toThrow();
  run(restoreCommand(archive), 'restored');
  expect(readFileSync(join(folder, 'restored')).equals(content)).toBe(true);
});
