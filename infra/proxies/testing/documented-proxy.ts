import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { freePort } from '../../../api/platform/database/free-port.js';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import { findProgram } from '../../containers/testing/describe-requiring.js';
import { ServiceProcess } from '../../local-cluster/service-process.js';

export const PROXIES = ['nginx', 'apache2', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** Host name of the documented settings and their certificate. */
export const HOST = 'ready-room.example';

type Edit = (site: string) => string;
const AS_DOCUMENTED: Edit = (site) => site;

const FILES: Readonly<Record<ProxyName, string>> = { nginx: 'nginx.conf', apache2: 'apache.conf', caddy: 'Caddyfile' };

const APACHE_MODULES = ['mpm_event', 'authz_core', 'alias', 'env', 'headers', 'ssl', 'proxy', 'proxy_http'];
const APACHE_MODULES_FOLDER = '/usr/lib/apache2/modules';

interface ProxyLocation {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
}

/** How to run each program with a site, without a system service. */
const RUNS: Readonly<Record<ProxyName, (site: string, location: ProxyLocation) => { file: string; args: string[] }>> = {
  nginx: (site, { folder }) => ({
    file: `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr warn; ${asRoot('user root;')}
      worker_shutdown_timeout 1s;
      events { worker_connections 256; }
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
        ${site}
      }`,
    args: ['-e', 'stderr', '-c'],
  }),
  apache2: (site, { folder, port, plainPort }) => ({
    file: [
      `ServerRoot ${folder}`,
      `ServerName ${HOST}`,
      ...APACHE_MODULES.map((name) => `LoadModule ${name}_module ${APACHE_MODULES_FOLDER}/mod_${name}.so`),
      `Listen 127.0.0.1:${port}`,
      `Listen 127.0.0.1:${plainPort}`,
      `PidFile ${folder}/apache.pid`,
      'ErrorLog /dev/stderr',
      asRoot('User nobody\nGroup nogroup'),
      site,
    ].join('\n'),
    args: ['-DFOREGROUND', '-f'],
  }),
  caddy: (site, { port, plainPort }) => ({
    file: `{\n  admin off\n  http_port ${plainPort}\n  https_port ${port}\n}\n${site}`,
    args: ['run', '--adapter', 'caddyfile', '--config'],
  }),
};

const asRoot = (text: string): string => (process.getuid?.() === 0 ? text : '');

/** A program with the settings that infra/proxies documents, in front of a node on this machine. */
export class DocumentedProxy {
  private constructor(
    /** `https://` with the documented name. */
    readonly url: string,
    readonly plainPort: number,
    /** Resolves the documented name to this machine and trusts its certificate. */
    readonly agent: Agent,
    private readonly service: ServiceProcess,
    private readonly folder: string,
    private readonly write: (edit: Edit) => void,
  ) {}

  /** `edit` changes the documented settings, for a proxy that lacks some of them. */
  static async start(
    name: ProxyName,
    nodePort: number,
    folder: string,
    edit = AS_DOCUMENTED,
  ): Promise<DocumentedProxy> {
    const location: ProxyLocation = { folder, port: await freePort(), plainPort: await freePort() };
    const { certificate, key } = makeCertificate(folder);
    const documented = readFileSync(join(PACKAGE_ROOT, 'infra/proxies', FILES[name]), 'utf8')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${nodePort}`)
      .replaceAll('/etc/ssl/ready-room/certificate.pem', certificate)
      .replaceAll('/etc/ssl/ready-room/key.pem', key)
      .replace('listen 443', `listen 127.0.0.1:${location.port}`)
      .replace('listen 80', `listen 127.0.0.1:${location.plainPort}`)
      .replace('*:443', `*:${location.port}`)
      .replace('*:80', `*:${location.plainPort}`);
    const path = join(folder, FILES[name]);
    const write = (change: Edit): void => writeFileSync(path, RUNS[name](change(documented), location).file);
    write(edit);
    const agent = new Agent({ ca: readFileSync(certificate), lookup: resolveHere });
    const url = `https://${HOST}:${location.port}`;
    const service = await ServiceProcess.start({
      program: findProgram(name)!,
      args: [...RUNS[name]('', location).args, path],
      env: { HOME: folder },
      log: join(folder, `${name}.log`),
      answers: () => answers(url, agent),
    });
    return new DocumentedProxy(url, location.plainPort, agent, service, folder, write);
  }

  /** Reloads nginx with other settings. Its old workers close their connections after a second. */
  reload(edit: Edit): void {
    this.write(edit);
    process.kill(Number(readFileSync(join(this.folder, 'nginx.pid'), 'utf8')), 'SIGHUP');
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    await this.service.stop();
  }
}

function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      ...subject,
      ...files,
    ],
    { stdio: 'ignore' },
  );
  return { certificate, key };
}

const resolveHere: NonNullable<ConstructorParameters<typeof Agent>[0]>['lookup'] = (_name, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

const answers = (url: string, agent: Agent): Promise<boolean> =>
  new Promise((resolve, reject) => {
    request(`${url}/health/live`, { agent }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    })
      .once('error', reject)
      .end();
  });
