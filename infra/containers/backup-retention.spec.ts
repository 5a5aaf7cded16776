import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { repositoryText } from './testing/compose-file.js';

interface CronJob {
  readonly kind: string;
  readonly spec: {
    readonly jobTemplate: {
      readonly spec: { readonly template: { readonly spec: { readonly containers: [Container] } } };
    };
  };
}
interface Container {
  readonly command: readonly string[];
}

/** The shell commands of each nightly backup, in a test's folder. */
const NIGHTLY: Readonly<Record<string, () => string>> = {
  systemd: () => {
    const unit = repositoryText('infra/systemd/ready-room-backup.service');
    const steps = [...unit.matchAll(/^ExecStart(?:Pre)?=(.*)$/gm)].map(([, step]) => step!);
    return steps.map((step) => step.replaceAll('$$', '$').replaceAll('%%', '%')).join(' && ');
  },
  Kubernetes: () => {
    const documents = parseAllDocuments(repositoryText('infra/kubernetes/base/backup.yaml'));
    const job = documents.map((document) => document.toJS() as CronJob).find(({ kind }) => kind === 'CronJob')!;
    const script = job.spec.jobTemplate.spec.template.spec.containers[0].command.at(-1)!;
    return script.replaceAll('/backups', '$BACKUPS').replaceAll('/backup-keys', '$BACKUP_KEYS');
  },
  cron: () => {
    const [, command] = /^30 2 \* \* \* root cd \S+ && (.*)$/m.exec(repositoryText('docs/operations.md'))!;
    return command!.replaceAll('\\%', '%');
  },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-retention-'));
  for (const name of ['backups', 'keys', 'bin']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The nightly backup of cron writes both files into one folder. */
const folderOf = (file: string, nightly: string): string =>
  join(folder, file.includes('.keys') && nightly !== 'cron' ? 'keys' : 'backups');

function write(name: string, days: number, nightly: string): void {
  const path = join(folderOf(name, nightly), name);
  writeFileSync(path, '');
  const then = new Date(Date.now() - days * 24 * 3_600_000);
  utimesSync(path, then, then);
}

/** Runs the commands with programs that do nothing and exit with this code. @returns the files that are left */
function filesAfter(script: string, exitCode: number): string[] {
  for (const program of ['node', 'docker'])
    writeFileSync(join(folder, 'bin', program), `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 });
  const [backups, keys] = ['backups', 'keys'].map((name) => join(folder, name)) as [string, string];
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const env = { PATH, BACKUPS: backups, BACKUP_KEYS: keys, KEEP_DAYS: '30' };
  expect(spawnSync('sh', ['-euc', script], { cwd: folder, env, encoding: 'utf8' }).stderr).toBe('');
  return [backups, keys].flatMap((each) => readdirSync(each)).toSorted();
}

describe.each(Object.keys(NIGHTLY))('the nightly backup of %s', (name) => {
  beforeEach(() => {
    const days = { old: 40, recent: 20, killed: 0.9, running: 0 };
    const files = ['old.backup', 'old.keys', 'recent.backup', 'recent.keys', 'killed.backup.partial'];
    for (const file of [...files, 'killed.keys.partial', 'running.keys.partial'])
      write(file, days[file.split('.')[0] as keyof typeof days], name);
  });
  const kept = ['recent.backup', 'recent.keys', 'running.keys.partial'];

  it('deletes old backups and keys, and what killed backups have left', () => {
    expect(filesAfter(NIGHTLY[name]!(), 0)).toEqual(kept);
  });

  it('deletes everything but old backups when the new backup fails', () => {
    expect(filesAfter(NIGHTLY[name]!(), 1)).toEqual(['old.backup', ...kept]);
  });
});
