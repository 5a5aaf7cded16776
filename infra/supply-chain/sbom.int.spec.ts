import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: { license?: { id?: string }; expression?: string }[];
  properties: { name: string; value: string }[];
  components?: { name: string; hashes: { alg: string; content: string }[] }[];
}
interface Bom {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

let bom: Bom;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'ready-room-sbom-'));
  try {
    const file = join(folder, 'sbom.json');
    const { status, stderr } = spawnSync(process.execPath, ['infra/supply-chain/sbom.mjs', file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    bom = JSON.parse(readFileSync(file, 'utf8')) as Bom;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const placesOf = (name: string): (string | undefined)[] =>
  bom.components
    .filter((component) => component.name === name)
    .map(({ properties }) => properties.find((property) => property.name === 'ready-room:runs-in')?.value);

it('is a CycloneDX document about this version of the application', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  expect(Date.parse(bom.metadata.timestamp)).not.toBeNaN();
  expect(bom.metadata.component).toMatchObject({ type: 'application', name: 'ready-room', version });
});

it('identifies each package by address, hash and licence', () => {
  const unnamed = new Set(['passport-strategy', 'pause', 'xmlhttprequest-ssl']);
  const packages = bom.components.filter(({ name }) => name !== 'postgresql');
  for (const { name, version, purl, hashes, licenses } of packages) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }]);
    // Packages without a licence in their manifest were verified by hand, see check-licences.mjs.
    if (!unnamed.has(name)) expect([name, licenses]).toEqual([name, [expect.anything()]]);
  }
});

it('lists the binaries of PostgreSQL, each with its hash', () => {
  const [postgres] = bom.components.filter(({ name }) => name === 'postgresql');
  expect(postgres).toMatchObject({
    type: 'application',
    purl: expect.stringMatching(/^pkg:generic\/postgresql@\d+\.\d+$/),
  });
  const files = postgres!.components!;
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['native/bin/postgres', expect.stringMatching(/^native\/lib\/libssl/)]),
  );
  for (const { hashes } of files)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }]);
});

it('contains the target of each reference exactly once', () => {
  const references = [bom.metadata.component, ...bom.components].map((component) => component['bom-ref']);
  expect(new Set(references).size).toBe(references.length);
  const known = new Set(references);
  expect(
    bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
  ).toEqual([]);
});

it('contains the packages of the server and the bundle, and no tools', () => {
  expect(placesOf('fastify')).toEqual(['server']);
  expect(placesOf('react')).toEqual(['browser']);
  expect(placesOf('three')).toEqual(['browser']);
  expect(placesOf('i18n-iso-countries')).toEqual(['server,browser']);
  for (const tool of ['vite', 'jest', 'typescript', 'playwright-core', '@babel/core'])
    expect(placesOf(tool)).toEqual([]);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) expect([name, placesOf(name)]).toEqual([name, [expect.anything()]]);
});
