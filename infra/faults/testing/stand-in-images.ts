import { copyFileSync, cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyBinaries, findPostgresBinaries } from '../../../api/platform/database/postgres-binaries.js';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import { repositoryText } from '../../containers/testing/compose-file.js';
import { findProgram } from '../../containers/testing/describe-requiring.js';
import type { DockerEngine } from './docker-engine.js';

const FILES = join(PACKAGE_ROOT, 'infra/faults/testing/stand-ins');
const SUITE = 'bookworm';
const BASE = 'ready-room-stand-in:base';
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';
const OURS = /^ready-room-/;

/** Names of the base images of the Dockerfile and the compose files. */
function imageNames(): string[] {
  const files = ['docker-compose.yml', 'docker-compose.redis.yml', 'infra/containers/Dockerfile'];
  const names = files.flatMap((file) => [...repositoryText(file).matchAll(/(?:image: |_IMAGE=)(\S+)/g)]);
  return [...new Set(names.map(([, name]) => name!).filter((name) => !OURS.test(name)))];
}

/**
 * Creates the images that the compose files and the Dockerfile name, from Debian's packages and the programs of this machine. They show
 * how the files of the project behave in an engine. Versions and the C library differ from the images of an operator.
 */
export async function makeStandIns(engine: DockerEngine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ready-room-stand-ins-'));
  try {
    const root = join(folder, 'root');
    await engine.run('debootstrap', ['--variant=minbase', '--include=ca-certificates,openssl', SUITE, root]);
    const archive = join(folder, 'root.tar');
    await engine.run('tar', ['--create', '--file', archive, '--directory', root, '.']);
    await engine.docker('import', archive, BASE);
    const context = await makeContext(join(folder, 'context'));
    for (const name of imageNames()) {
      const stage = name.slice(name.lastIndexOf('/') + 1, name.lastIndexOf(':'));
      await engine.docker('build', '--network', 'host', '--target', stage, '--tag', name, context);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Programs that Debian lacks in the required versions: Node.js, npm and PostgreSQL of the tests. */
async function makeContext(context: string): Promise<string> {
  cpSync(FILES, context, { recursive: true });
  copyFileSync(realpathSync(process.execPath), join(context, 'node'));
  cpSync(dirname(dirname(realpathSync(findProgram('npm')!))), join(context, 'npm'), { recursive: true });
  const { home } = await copyBinaries(await findPostgresBinaries(), join(context, 'platform'));
  cpSync(home, join(context, 'postgres'), { recursive: true, verbatimSymlinks: true });
  copyFileSync(process.env['NODE_EXTRA_CA_CERTS'] ?? AUTHORITIES, join(context, 'authorities.pem'));
  return context;
}
