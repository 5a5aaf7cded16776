import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ready-room-licences-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Returns the check's output for a server that needs `server` and a web built from `web`. */
function check(packages: Record<string, object>): { status: number | null; said: string } {
  const own = { dependencies: { server: '1.0.0' }, devDependencies: { '@web/kit': '1.0.0', tool: '1.0.0' } };
  const folders = Object.fromEntries(
    Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, { version: '1.0.0', ...entry }]),
  );
  write('package-lock.json', JSON.stringify({ packages: { '': own, ...folders } }));
  write(
    'web/main.tsx',
    `import type { One } from '@web/kit/part'; import './other'; export const two = () => import('@web/kit');`,
  );
  write('web/main.spec.tsx', `import 'tool';`);
  const { status, stderr } = spawnSync(process.execPath, ['infra/supply-chain/check-licences.mjs', root], {
    encoding: 'utf8',
  });
  return { status, said: stderr };
}

const tool = { license: 'GPL-3.0-only', dev: true };

it('accepts allowed licences and ignores tools', () => {
  const packages = {
    server: { license: 'MIT', dependencies: { deep: '^1.0.0' } },
    deep: { license: '(WTFPL OR Apache-2.0)' },
    '@web/kit': { license: 'MIT AND ISC', dev: true },
    tool,
  };
  expect(check(packages)).toEqual({ status: 0, said: '' });
});

it.each([
  ['a licence that is not allowed', { license: 'GPL-3.0-only' }, 'deep@1.0.0: GPL-3.0-only'],
  ['two licences that both apply', { license: 'MIT AND SSPL-1.0' }, 'deep@1.0.0: MIT AND SSPL-1.0'],
  ['a reference to a file', { license: 'SEE LICENSE IN LICENSE.md' }, 'deep@1.0.0: SEE LICENSE IN LICENSE.md'],
  ['no licence', {}, 'deep@1.0.0: has no licence'],
])('reports a dependency of the server with %s', (_, deep, line) => {
  const packages = {
    server: { license: 'MIT', dependencies: { deep: '1' } },
    '@web/kit': { license: 'MIT' },
    deep,
    tool,
  };
  const { status, said } = check(packages);
  expect([status, said]).toEqual([1, expect.stringContaining(line)]);
});

it('checks development packages from which the web is built', () => {
  const packages = {
    server: { license: 'MIT' },
    '@web/kit': { license: 'MIT', dev: true, peerDependencies: { deep: '*' } },
    deep: { license: 'CC-BY-NC-4.0', dev: true },
    tool,
  };
  expect(check(packages).said).toContain('deep@1.0.0: CC-BY-NC-4.0');
});

it('accepts the shipped packages', () => {
  const { status, stderr } = spawnSync(process.execPath, ['infra/supply-chain/check-licences.mjs'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});
