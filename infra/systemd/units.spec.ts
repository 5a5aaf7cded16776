import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const units = readdirSync(import.meta.dirname).filter((name) => /\.(service|timer)$/.test(name));
const textOf = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const analyze = '/usr/bin/systemd-analyze';

it('are the platform and its nightly backup', () => {
  expect(units.toSorted()).toEqual(['ready-room-backup.service', 'ready-room-backup.timer', 'ready-room.service']);
});

const verifies = existsSync(analyze) ? it : it.skip;
verifies('are accepted by systemd (needs systemd-analyze)', () => {
  const paths = units.map((name) => join(import.meta.dirname, name));
  expect(execFileSync(analyze, ['verify', '--man=no', ...paths], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
});

it('remove old backups only after a new one was written', () => {
  const steps = textOf('ready-room-backup.service').match(/^ExecStart=.*$/gm)!;
  expect(steps.map((step) => /cli\.js backup|-delete/.exec(step)?.[0])).toEqual(['cli.js backup', '-delete']);
});
