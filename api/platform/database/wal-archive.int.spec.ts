import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../start/testing/folders.js';
import { archiveSettings, restoreCommand, timelineAt } from './wal-archive.js';

const folder = makeFolder('wal-archive', 0o700);
afterAll(() => rmSync(folder, { recursive: true }));

const SEGMENT = '000000010000000000000001';

/** Runs a command like PostgreSQL: in the folder of the cluster, with the name and path of the file inserted. */
const run = (command: string, path: string, name = SEGMENT): void => {
  const filled = command.replaceAll(/%[%fp]/g, (sign) => ({ '%f': name, '%p': path })[sign] ?? '%');
  execFileSync('sh', ['-c', filled], { cwd: folder, stdio: 'ignore' });
};

it('archives and restores a segment unchanged, for any folder name, and never overwrites an archived segment', () => {
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
  // After a crash the server archives a segment again: the same content is accepted, other content is an error.
  run(command!, SEGMENT);
  writeFileSync(join(folder, SEGMENT), 'another cluster');
  expect(() => run(command!, SEGMENT)).toThrow();
  run(restoreCommand(archive), 'restored');
  expect(readFileSync(join(folder, 'restored')).equals(content)).toBe(true);
});

it('finds the timeline of a moment, also in a copy of the archive with different file times', async () => {
  const archive = join(folder, 'timelines');
  mkdirSync(archive);
  const { archive_command: command } = archiveSettings(archive);
  for (const [name, begins] of [
    ['00000002.history', '2026-05-01T09:00:00Z'],
    ['0000000A.history', '2026-05-01T10:00:00Z'],
  ] as const) {
    writeFileSync(join(folder, name), 'history');
    utimesSync(join(folder, name), new Date(begins), new Date(begins));
    run(command!, name, name);
    utimesSync(join(archive, `${name}.gz`), new Date(), new Date());
  }
  const at = (time: string) => timelineAt(archive, new Date(`2026-05-01T${time}Z`));
  expect(await Promise.all(['08:59:59', '09:00:00', '09:59:59', '10:00:01'].map(at))).toEqual([
    undefined,
    '2',
    '2',
    '10',
  ]);
});
