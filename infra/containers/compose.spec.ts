import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DCLinter } from 'dclint';
import { loadConfig, SECRET_NAMES } from '../../api/config.js';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';
import { environmentOf, layOver, readComposeFile, repositoryText, variablesIn } from './testing/compose-file.js';

interface Result {
  filePath: string;
  messages: { message: string }[];
}

const OVERLAYS = { kurrentdb: 'docker-compose.kurrentdb.yml', redis: 'docker-compose.redis.yml' } as const;
/** Empty file, named by the `.env` files of older installations. */
const SMALL = 'docker-compose.small.yml';
const FILES = ['docker-compose.yml', SMALL, ...Object.values(OVERLAYS)];
const example = environmentOf('.env.example');
const alone = readComposeFile('docker-compose.yml', example);
const full = Object.values(OVERLAYS).reduce((base, file) => layOver(base, readComposeFile(file, example)), alone);
const services = Object.entries(full.services);
/** Services that run one command and exit. */
const SHORT = new Set(['migrate', 'cli']);
/** Returns a chapter of docs/operations.md. */
const operationsOn = (heading: string): string => {
  const chapters = repositoryText('docs/operations.md').split(/^(?=## )/m);
  return chapters.find((chapter) => chapter.startsWith(`## ${heading}\n`))!;
};
const lasting = services.filter(([name]) => !SHORT.has(name));
const ownServices = services.filter(([, { build }]) => build?.target === 'api');

it('conforms to the Compose specification and passes its linter', async () => {
  const rules = {
    // The images that we build have tags, so that an upgrade can be rolled back.
    'no-build-and-image': 0,
    // The proxy serves everyone, so it listens on all addresses.
    'no-unbound-port-interfaces': 0,
    // Services are listed in the order in which requests meet them, and keys in the order of the explanation.
    'services-alphabetical-order': 0,
    'service-keys-order': 0,
    'top-level-properties-order': 0,
    'no-quotes-in-volumes': 0,
    // An overlay uses the service names of the file below it.
    'require-project-name-field': 0,
  } as const;
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
  const results = await linter.lintFiles(
    FILES.map((file) => join(PACKAGE_ROOT, file)),
    false,
  );
  expect(results).toHaveLength(FILES.length);
  expect(
    (results as Result[]).flatMap(({ filePath, messages }) => messages.map(({ message }) => `${filePath}: ${message}`)),
  ).toEqual([]);
});

it('starts everything that is needed, with two instances of each service that may fail', () => {
  expect(Object.keys(alone.services).toSorted()).toEqual([
    'blackbox-exporter',
    'cli',
    'grafana',
    'http-1',
    'http-2',
    'mail',
    'migrate',
    'node-exporter',
    'postgres',
    'prometheus',
    'proxy',
    'web',
    'worker-1',
    'worker-2',
  ]);
  const rolesOf = (name: string) => full.services[name]?.environment?.['ROLES'];
  expect(['http-1', 'http-2', 'worker-1', 'worker-2'].map(rolesOf)).toEqual(['http', 'http', 'worker', 'worker']);
});

it('uses only variables of .env.example, with the same defaults', () => {
  const asked = FILES.flatMap((file) => variablesIn(repositoryText(file)));
  expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(Object.keys(example)));
  for (const { name, fallback } of asked)
    if (fallback !== undefined) expect([name, fallback]).toEqual([name, example[name]]);
});

it.each(lasting)('%s has a health check, limits and a restart policy, and time to stop', (_name, service) => {
  expect(service.healthcheck?.test?.[0]).toMatch(/^CMD/);
  expect(service.restart).toBe('unless-stopped');
  expect(service.stop_grace_period).toMatch(/^\d+s$/);
});

it.each(services)('%s may do nothing it does not need', (name, service) => {
  expect(service.deploy?.resources.limits).toEqual({
    cpus: expect.stringMatching(/^[\d.]+$/) as string,
    memory: expect.stringMatching(/^\d+[mg]$/) as string,
    pids: expect.any(Number) as number,
  });
  expect(service.cap_drop).toEqual(['ALL']);
  expect(service.security_opt).toEqual(['no-new-privileges:true']);
  expect([service.cap_add, service.privileged]).toEqual([undefined, undefined]);
  expect(service.volumes?.join() ?? '').not.toContain('docker.sock');
  // .NET's images write to their root file system, so the database may not be read-only.
  expect(service.read_only).toBe(name !== 'kurrentdb');
});

it.each(services)('%s runs an exact version, and as nobody special', (_name, { image, build, user }) => {
  if (build) expect(image).toMatch(/^ready-room-(api|web):local$/);
  else expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)?(@sha256:[0-9a-f]{64})?$/);
  if (user !== undefined) expect(user).toMatch(/^[1-9]\d*:\d+$/);
});

it("publishes the proxy to everyone, operators' pages to this machine, and nothing else", () => {
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
  expect(published).toEqual([
    'proxy 80:8080',
    'proxy 443:8443',
    'mail 127.0.0.1:8025:8025',
    'prometheus 127.0.0.1:9090:9090',
    'grafana 127.0.0.1:3001:3000',
  ]);
});

it('keeps the engines on a network that only nodes reach', () => {
  expect(full.networks?.['data']).toEqual({ internal: true });
  const inData = services.flatMap(([name, { networks }]) => (networks?.includes('data') ? [name] : []));
  expect(inData).not.toContain('proxy');
  for (const engine of ['postgres', 'redis']) expect(full.services[engine]?.networks).toEqual(['data']);
});

it('shares the network of KurrentDB with nodes and commands only', () => {
  expect(full.networks?.['log']).toEqual({ internal: true });
  const inLog = services.flatMap(([name, { networks }]) => (networks?.includes('log') ? [name] : []));
  expect(inLog.toSorted()).toEqual([...ownServices.map(([name]) => name), 'kurrentdb'].toSorted());
  expect(full.services['kurrentdb']?.networks).toEqual(['log']);
});

it('passes every secret as a file to the services that need it', () => {
  const files = Object.keys(full.secrets ?? {});
  const made = repositoryText('infra/containers/make-secrets.sh');
  for (const name of files) expect(made).toContain(name);
  for (const [name, { environment = {}, secrets = [] }] of services) {
    const pointed = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
    for (const path of pointed) expect([name, secrets]).toEqual([name, expect.arrayContaining([path.slice(13)])]);
    for (const secret of secrets) expect(files).toContain(secret);
    const plain = Object.keys(environment).filter((setting) => /(SECRET|PASSWORD|KEY|PEPPER|_URL)$/.test(setting));
    const harmless = new Set(['APP_URL', 'STRIPE_PUBLISHABLE_KEY', 'UDL_API_URL']);
    expect(plain.filter((setting) => !harmless.has(setting))).toEqual([]);
  }
  const withAdminRole = services.flatMap(([name, { secrets }]) =>
    secrets?.includes('database_admin_url') ? [name] : [],
  );
  expect(withAdminRole).toEqual(['migrate', 'cli', 'postgres']);
});

it.each(ownServices)('gives %s settings that the platform knows', (_name, { environment = {} }) => {
  const secret = 'q7Yw0bRz5kTn3xVh8LmJ1cFd6sGpE2uAoKi9yWvNtXe=';
  const inFiles = Object.keys(environment).filter((setting) => setting.endsWith('_FILE'));
  const settings = Object.fromEntries(Object.entries(environment).filter(([setting]) => !inFiles.includes(setting)));
  const values: Record<string, string> = {
    ...Object.fromEntries(SECRET_NAMES.map((name) => [name, secret])),
    DATABASE_URL: 'postgres://app:a@postgres/ready_room',
    BOOTSTRAP_ADMIN_PASSWORD: 'not-so-secret-1',
  };
  expect(inFiles).toEqual(expect.arrayContaining(Object.keys(values).map((name) => `${name}_FILE`)));
  expect(loadConfig({ ...settings, ...values })).toMatchObject({
    demo: false,
    migrate: false,
    trustedProxies: 1,
    appUrl: example['APP_URL'],
    bootstrapAdmin: { username: 'admin', email: example['BOOTSTRAP_ADMIN_EMAIL'] },
  });
  const declared = ['api/config.ts', 'api/config-settings.ts'].map(repositoryText).join('\n');
  const known = new Set(declared.match(/^ {2}[A-Z_]+(?=:)/gm)?.map((name) => name.trim()));
  const isKnown = (name: string): boolean => known.has(name) || known.has(name.replace(/_FILE$/, ''));
  expect(Object.keys(environment).filter((name) => !isKnown(name))).toEqual([]);
});

it('waits for the engines, the schema and the files of the pages', () => {
  for (const [name, { depends_on }] of ownServices)
    expect([name, depends_on]).toEqual([name, expect.objectContaining({ postgres: { condition: 'service_healthy' } })]);
  for (const node of ['http-1', 'http-2', 'worker-1', 'worker-2']) {
    expect(full.services[node]?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
  }
  expect(full.services['http-1']?.depends_on).toMatchObject({ web: { condition: 'service_healthy' } });
});

it('gives a node of a new version as long as Kubernetes does, until it is unhealthy', () => {
  const deadlines = ['http', 'worker'].map((role) =>
    Number(/progressDeadlineSeconds: (\d+)/.exec(repositoryText(`infra/kubernetes/base/${role}.yaml`))?.[1]),
  );
  const nodes = ['http-1', 'http-2', 'worker-1', 'worker-2'];
  const periods = nodes.map((node) => full.services[node]?.healthcheck?.start_period);
  const image = /--start-period=(\d+s)/.exec(repositoryText('infra/containers/Dockerfile'))?.[1];
  for (const period of [...periods, image])
    expect(Number(/^(\d+)s$/.exec(period!)?.[1])).toBeGreaterThanOrEqual(Math.max(...deadlines));
});

it('is upgraded by commands that each run only after the one before it has succeeded', () => {
  const commands = /```sh\n([^]*?)\n```/.exec(operationsOn('Upgrade'))![1]!.split('\n');
  expect(commands.length).toBeGreaterThan(8);
  expect(commands.slice(0, -1).filter((command) => !/ &&(\s+# .*)?$/.test(command))).toEqual([]);
});

it('mounts the disk of the machine read-only, for measurements', () => {
  const mounts = services.flatMap(([name, { volumes = [] }]) => volumes.map((volume) => `${name} ${volume}`));
  expect(mounts.filter((mount) => / \/.*:/.test(mount))).toEqual(['node-exporter /:/host:ro']);
});

it('mounts existing files and declared volumes', () => {
  for (const [, { volumes = [] }] of services) {
    for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
      if (source === example['BACKUP_DIR']) continue;
      const exists = /^\.?\//.test(source) ? existsSync(resolve(PACKAGE_ROOT, source)) : source in (full.volumes ?? {});
      expect([source, exists]).toEqual([source, true]);
    }
  }
});

it('stores everything in PostgreSQL unless an overlay says otherwise', () => {
  for (const [name, { environment = {}, secrets = [] }] of Object.entries(alone.services)) {
    expect([name, Object.keys(environment).filter((setting) => /KURRENTDB|REDIS/.test(setting))]).toEqual([name, []]);
    expect([name, secrets.filter((secret) => /kurrentdb|redis/.test(secret))]).toEqual([name, []]);
  }
  expect(readComposeFile(SMALL, example)).toEqual({ services: {} });
});

it.each(Object.entries(OVERLAYS))('gives %s to every node and command, with the overlay %s', (engine, file) => {
  const overlay = readComposeFile(file, example);
  expect(Object.keys(overlay.services).toSorted()).toEqual([...ownServices.map(([name]) => name), engine].toSorted());
  const { services: laid } = layOver(alone, overlay);
  for (const [name] of ownServices) {
    expect(laid[name]?.environment).toMatchObject({
      [`${engine.toUpperCase()}_URL_FILE`]: `/run/secrets/${engine}_url`,
      DATABASE_URL_FILE: '/run/secrets/database_url',
    });
    expect(laid[name]?.depends_on).toMatchObject({ [engine]: { condition: 'service_healthy' } });
  }
  expect(repositoryText('docs/operations.md')).toContain(file);
});

it('says beside COMPOSE_FILE that Compose then loads an override only by name', () => {
  const places = [
    operationsOn('Start'),
    operationsOn('Settings'),
    ...['.env.example', 'docs/sizing.md'].map(repositoryText),
  ];
  for (const text of places) {
    expect(text).toContain('COMPOSE_FILE');
    expect(text).toMatch(/append\s+`?:docker-compose\.override\.yml/);
  }
});

it('names the overlay when the log of a database is in KurrentDB', () => {
  expect(repositoryText('api/platform/eventsourcing/log-location.ts')).toContain(`add ${OVERLAYS.kurrentdb} to`);
});
