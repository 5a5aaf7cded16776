import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../simulate/user-error.js';
import { findServer, serverPath } from './installed.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-installed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('finds a server in the first folder that contains it', () => {
  expect(findServer('haproxy', ['/nowhere', folder])).toBeUndefined();
  writeFileSync(join(folder, 'haproxy'), '');
  expect(serverPath('haproxy', ['/nowhere', folder])).toBe(join(folder, 'haproxy'));
});

it('explains how to install missing programs', () => {
  expect(() => serverPath('redis-server', [folder])).toThrow(UserError);
  expect(() => serverPath('redis-server', [folder])).toThrow(
    'redis-server is not installed: "apt-get install redis-server", or "brew install redis".',
  );
});
