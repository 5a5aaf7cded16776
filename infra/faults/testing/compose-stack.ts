import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../api/platform/database/free-port.js';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import { until } from '../../../api/testing/until.js';
import { environmentOf, readComposeFile, repositoryText } from '../../containers/testing/compose-file.js';
import { renderForCompose1 } from './compose-1.js';
import type { DockerEngine } from './docker-engine.js';
import { TlsTunnel } from './tls-tunnel.js';

/** Differs from the project name of an installation, which may run on the same machine. */
const PROJECT = 'ready-room-drill';
const HOST = 'localhost';
export const BASE = 'docker-compose.yml';
const RENDERED = 'compose-1.yml';
const HEALTHY_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 250;
/** Services that run once. */
const SHORT = new Set(['migrate', 'cli']);
const IMAGES = ['api', 'web'] as const;

const example = environmentOf('.env.example');

/** Services of the compose files that keep running. */
export function lastingServices(files: readonly string[]): string[] {
  const names = files.flatMap((file) => Object.keys(readComposeFile(file, example).services));
  return [...new Set(names)].filter((name) => !SHORT.has(name));
}

/** The platform of the compose files in a Docker engine. Its folder is a clone with its own secrets, settings and backups. */
export class ComposeStack {
  private overlays: readonly string[] = [];
  private readonly versions: string[] = [];

  private constructor(
    private readonly engine: DockerEngine,
    readonly folder: string,
    private readonly settings: Record<string, string>,
    private readonly tunnel: TlsTunnel,
  ) {}

  /** Performs the steps before `docker compose build` in docs/operations.md. */
  static async install(engine: DockerEngine): Promise<ComposeStack> {
    const folder = mkdtempSync(join(tmpdir(), 'ready-room-stack-'));
    // Containers run as other users and read mounted files.
    chmodSync(folder, 0o755);
    copyCheckout(folder);
    const makeSecrets = [join(folder, 'infra/containers/make-secrets.sh'), 'secrets', HOST];
    execFileSync('sh', makeSecrets, { cwd: folder, stdio: 'ignore' });
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    chownSync(backups, 1000, 1000);
    const names = ['HTTP_PORT', 'HTTPS_PORT', 'MAIL_PORT', 'PROMETHEUS_PORT', 'GRAFANA_PORT'];
    const ports: Record<string, string> = {};
    for (const name of names) ports[name] = String(await freePort());
    const port = ports['HTTPS_PORT']!;
    const settings = { ...example, ...ports, APP_URL: `https://${HOST}:${port}` };
    const [certificate] = /-+BEGIN CERTIFICATE-+[^]+?-+END CERTIFICATE-+/.exec(secretIn(folder, 'tls_certificate'))!;
    return new ComposeStack(engine, folder, settings, await TlsTunnel.open(Number(port), HOST, certificate));
  }

  /** The address of the platform through its proxy. */
  get url(): string {
    return this.tunnel.url;
  }

  secret(name: string): string {
    return secretIn(this.folder, name).trim();
  }

  /** Builds both images from the folder, and runs this version from the next `up` on. */
  async build(version: string): Promise<void> {
    const dockerfile = ['--file', 'infra/containers/Dockerfile', '--build-arg', `BUILD_COMMIT=${version}`];
    for (const target of IMAGES) {
      const image = ['--target', target, '--tag', `ready-room-${target}:${version}`];
      await this.engine.run('docker', ['build', '--network', 'host', ...dockerfile, ...image, '.'], this.folder);
    }
    this.versions.push(version);
    this.settings['READY_ROOM_VERSION'] = version;
  }

  /** Replaces the overlays; without arguments only the base file is used. */
  layOver(...overlays: readonly string[]): void {
    this.overlays = overlays;
  }

  /**
   * Returns the output of `docker compose …`. Compose 1 has no `--wait`, so this waits for the services of `up`.
   * @throws Error with the last output when it failed
   */
  async compose(...words: readonly string[]): Promise<string> {
    const { compose } = this.engine;
    this.writeSettings();
    if (compose.length > 1) return this.engine.run(compose[0]!, [...compose.slice(1), ...words], this.folder);
    writeFileSync(join(this.folder, RENDERED), renderForCompose1(this.files, this.settings));
    const known = words.filter((word) => word !== '--wait');
    const said = await this.engine.run(compose[0]!, ['--file', RENDERED, ...known], this.folder);
    const named = words.slice(1).filter((word) => !word.startsWith('-'));
    if (words.includes('--wait')) await this.healthy(named.length > 0 ? named : lastingServices(this.files));
    return said;
  }

  /** Runs an operator's command in its own container. */
  cli(...words: readonly string[]): Promise<string> {
    return this.compose('run', '--rm', '-T', 'cli', ...words);
  }

  /** Waits until the containers of these services are healthy. @throws Error with the last output when they are too late */
  async healthy(services: readonly string[] = lastingServices(this.files)): Promise<void> {
    const began = performance.now();
    for (;;) {
      const states = await this.states();
      const late = services.filter((name) => !states.get(name)?.includes('(healthy)'));
      if (late.length === 0) return;
      if (performance.now() - began > HEALTHY_WITHIN_MS) throw new Error(await this.reportOn(late, states));
      await pause(LOOK_EVERY_MS);
    }
  }

  /**
   * Kills the processes of containers at once and waits until the engine has restarted them. After `docker kill` it would not restart
   * them.
   */
  async kill(...services: readonly string[]): Promise<void> {
    const lives = (): Promise<string[]> =>
      Promise.all(services.map((service) => this.inspect(service, '{{.State.Pid}} {{.State.StartedAt}}')));
    const before = await lives();
    const pids = before.map((life) => life.split(' ')[0]).join(' ');
    const image = `ready-room-api:${this.settings['READY_ROOM_VERSION']}`;
    const rights = ['--pid', 'host', '--network', 'none', '--user', '0', '--entrypoint', 'sh'];
    await this.engine.docker('run', '--rm', ...rights, image, '-c', `kill -9 ${pids}`);
    await until(async () =>
      (await lives()).every((life, nth) => !life.startsWith('0 ') && life.split(' ')[1] !== before[nth]!.split(' ')[1]),
    );
  }

  /** Disconnects a container from the database and the other engines; the proxy still reaches it. */
  async cutOff(service: string): Promise<void> {
    await this.engine.docker('network', 'disconnect', `${PROJECT}_data`, await this.container(service));
  }

  async reconnect(service: string): Promise<void> {
    const container = await this.container(service);
    await this.engine.docker('network', 'connect', '--alias', service, `${PROJECT}_data`, container);
  }

  async pause(service: string): Promise<void> {
    await this.engine.docker('pause', await this.container(service));
  }

  async unpause(service: string): Promise<void> {
    await this.engine.docker('unpause', await this.container(service));
  }

  /** Exit code of a stopped container. */
  async exitCode(service: string): Promise<number> {
    return Number(await this.inspect(service, '{{.State.ExitCode}}'));
  }

  /** Returns the first column of a query, run as the application's role. */
  async query(text: string): Promise<string[]> {
    const login = ['-h', '127.0.0.1', '-U', 'ready_room_app', '-d', 'ready_room', '-XAt', '-c', text];
    const answer = await this.engine.docker('exec', await this.container('postgres'), 'psql', ...login);
    return answer.split('\n').filter(Boolean);
  }

  /**
   * Removes the containers and their networks. After kills an engine may count endpoints of containers that are gone, and refuse to remove
   * their network. The next `up` uses that network again.
   */
  async down(): Promise<void> {
    await this.compose('down').catch(async (error: unknown) => {
      if (!String(error).includes('has active endpoints') || (await this.states()).size > 0) throw error;
    });
  }

  /** Removes a volume of the stack. */
  async removeVolume(name: string): Promise<void> {
    await this.engine.docker('volume', 'rm', `${PROJECT}_${name}`);
  }

  /** Removes containers, networks, volumes, images and the folder. */
  async remove(): Promise<void> {
    this.tunnel.close();
    await this.compose('down', '--volumes', '--remove-orphans', '--timeout', '1').catch(() => undefined);
    // `down` only knows the present files.
    const label = `label=com.docker.compose.project=${PROJECT}`;
    const volumes = (await this.engine.docker('volume', 'ls', '--quiet', '--filter', label))
      .split('\n')
      .filter(Boolean);
    if (volumes.length > 0) await this.engine.docker('volume', 'rm', '--force', ...volumes).catch(() => undefined);
    const images = this.versions.flatMap((version) => IMAGES.map((target) => `ready-room-${target}:${version}`));
    if (images.length > 0) await this.engine.docker('rmi', '--force', ...images).catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get files(): string[] {
    return [BASE, ...this.overlays];
  }

  private writeSettings(): void {
    const settings = { ...this.settings, COMPOSE_FILE: this.files.join(':'), COMPOSE_PROJECT_NAME: PROJECT };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
    writeFileSync(join(this.folder, '.env'), lines.join(''));
  }

  private async container(service: string): Promise<string> {
    const labels = [`project=${PROJECT}`, `service=${service}`, 'oneoff=False'];
    const filters = labels.flatMap((label) => ['--filter', `label=com.docker.compose.${label}`]);
    const id = await this.engine.docker('ps', '--all', '--quiet', ...filters);
    if (!/^[0-9a-f]+$/.test(id)) throw new Error(`There is not one container of ${service}: "${id}".`);
    return id;
  }

  private async inspect(service: string, format: string): Promise<string> {
    return this.engine.docker('inspect', '--format', format, await this.container(service));
  }

  /** Returns the status of each container, by its service. */
  private async states(): Promise<Map<string, string>> {
    const filter = ['--filter', `label=com.docker.compose.project=${PROJECT}`];
    const format = '{{.Label "com.docker.compose.service"}}\t{{.Status}}';
    const lines = await this.engine.docker('ps', '--all', ...filter, '--format', format);
    const containers = lines.split('\n').filter(Boolean);
    return new Map(containers.map((line) => line.split('\t') as [string, string]));
  }

  private async reportOn(services: readonly string[], states: ReadonlyMap<string, string>): Promise<string> {
    const reports = services.map(async (name) => {
      const log = await this.compose('logs', '--no-color', '--tail', '5', name).catch(() => '');
      return `${name}: ${states.get(name) ?? 'no container'}\n${log}`;
    });
    return `Not healthy within ${HEALTHY_WITHIN_MS / 1_000} s:\n${(await Promise.all(reports)).join('\n')}`;
  }
}

const secretIn = (folder: string, name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8');

/** Returns the current contents of all files that git tracks or would add. */
function copyCheckout(folder: string): void {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const options = { cwd: PACKAGE_ROOT, maxBuffer: 512 * 1024 * 1024 };
  const names = execFileSync('git', list, options);
  const archive = execFileSync('tar', ['--create', '--null', '--files-from=-'], { ...options, input: names });
  execFileSync('tar', ['--extract', '--no-same-owner'], { ...options, cwd: folder, input: archive });
}

/**
 * Changes a clone into a later release with another version of the read model of rosters, built beside the present one.
 * @returns the new version
 */
export function changeReadModel(folder: string): number {
  const rosters = 'api/features/courses/rosters.projection.ts';
  const text = repositoryText(rosters);
  const version = Number(/^ {2}version: (\d+),$/m.exec(text)![1]);
  const next = text
    .replaceAll(`_v${version}`, `_v${version + 1}`)
    .replace(`version: ${version},`, `version: ${version + 1},`);
  writeFileSync(join(folder, rosters.replace('rosters.projection', 'next-rosters.projection')), next);
  const app = join(folder, 'api/app.module.ts');
  const imported = "import { rostersProjection } from './features/courses/rosters.projection.js';\n";
  const added = imported
    .replace('Projection }', 'Projection as nextRosters }')
    .replace('/rosters.p', '/next-rosters.p');
  const listed = '  rostersProjection,\n';
  const changed = readFileSync(app, 'utf8')
    .replace(imported, imported + added)
    .replace(listed, `${listed}  nextRosters,\n`);
  writeFileSync(app, changed);
  return version + 1;
}
