import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Config, loadConfig } from '../config.js';
import { Id } from '../contracts/primitives.contract.js';
import type { ReplayRequest } from '../contracts/dead-letter.contract.js';
import { assertNotRunning } from '../platform/backup/assert-empty.js';
import type { LogEngine } from '../platform/eventsourcing/log-location.js';
import type { Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';

/** Dependencies of the declared commands. */
interface Invocation {
  readonly terminal: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  readonly exitWith: (code: number) => void;
}

type Work = (platform: CliPlatform, terminal: Terminal, config: Config) => Promise<number>;

const EXIT_CODES = `
Exit codes:
  0  done
  1  failed: a service did not respond, a check found errors, a setting or a key is wrong, unknown command
  2  a file is missing, damaged, not a backup, from a newer version, or cannot be written
  3  the database is not empty, a platform runs on it, or KurrentDB contains another log`;

/** Declares all commands of the CLI. Each loads its code only when it runs, because the platform is most of the code. */
export function declareCommands(program: Command, invocation: Invocation): void {
  program.description('Administers an installation of Ready Room.').addHelpText('after', EXIT_CODES);
  declareSettings(program, invocation);
  declareReadModels(program, invocation);
  declareCatalogue(program, invocation);
  declareBackups(program, invocation);
  declarePointInTime(program, invocation);
  declareLog(program, invocation);
  declarePeople(program, invocation);
}

/** Runs `work` with the settings. */
const run = async (
  { terminal, environment, exitWith }: Invocation,
  work: (config: Config, terminal: Terminal) => Promise<number>,
): Promise<void> => exitWith(await work(loadConfig(environment), terminal));

/** Runs `work` with the settings and the platform's database. */
const runOnPlatform = (invocation: Invocation, work: () => Promise<Work>): Promise<void> =>
  run(invocation, async (config, terminal) => {
    const [command, { withPlatform }] = await Promise.all([work(), import('./with-platform.js')]);
    return withPlatform(config, terminal, (platform) => command(platform, terminal, config));
  });

function declareSettings(program: Command, invocation: Invocation): void {
  program
    .command('config')
    .description('print every setting with its value')
    .action(() => run(invocation, async (...given) => (await import('./config.command.js')).showConfig(...given)));
  program
    .command('migrate')
    .description('upgrade the schema of DATABASE_URL to this version, as the role of DATABASE_ADMIN_URL')
    .action(() =>
      run(invocation, async (...given) => (await import('./migrate.command.js')).migrateDatabase(...given)),
    );
  program
    .command('keys')
    .description('keys of personal data: rotate')
    .command('rotate')
    .description(
      'wrap all keys with the newest MASTER_KEY while the platform runs, and list the older secrets that may be removed',
    )
    .action(() => runOnPlatform(invocation, async () => (await import('./rotate-keys.command.js')).rotateKeys));
}

function declareReadModels(program: Command, invocation: Invocation): void {
  const projections = program.command('projections').description('read models: list, rebuild, verify');
  projections
    .command('list')
    .description('list the read models, their position in the log, and parked streams')
    .action(() => runOnPlatform(invocation, async () => (await import('./projections.commands.js')).listProjections));
  projections
    .command('rebuild')
    .description('rebuild read models from the log while the current ones serve')
    .argument('<names...>', 'names of read models, or all')
    .action((names: string[]) =>
      runOnPlatform(invocation, async () => {
        const { rebuildProjections } = await import('./projections.commands.js');
        return (platform, terminal) => rebuildProjections(platform, terminal, names);
      }),
    );
  projections
    .command('verify')
    .description('compare every read model with the log')
    .action(() => runOnPlatform(invocation, async () => (await import('./projections.commands.js')).verifyPlatform));

  const letters = program.command('dead-letters').description('events and jobs that failed: list, replay');
  letters
    .command('list')
    .description('list failed events and failed jobs with cause, effect and remedy')
    .action(() => runOnPlatform(invocation, async () => (await import('./dead-letters.commands.js')).listLetters));
  const replay = letters.command('replay').description('run a failed event or job again');
  const request = (wanted: ReplayRequest): Promise<void> =>
    runOnPlatform(invocation, async () => {
      const { replayLetter } = await import('./dead-letters.commands.js');
      return (platform, terminal, config) => replayLetter(platform, terminal, config, wanted);
    });
  replay
    .command('projection')
    .description('rebuild the read model that failed')
    .argument('<name>')
    .action((reader: string) => request({ kind: 'projection', reader }));
  replay
    .command('reactor')
    .description('run a reactor again for one event')
    .argument('<name>')
    .argument('<event-id>', 'id of the event', eventIdOf)
    .action((reader: string, id: string) => request({ kind: 'reactor', reader, id }));
  replay
    .command('job')
    .description('run a failed job again')
    .argument('<id>')
    .action((id: string) => request({ kind: 'job', id }));
}

function declareCatalogue(program: Command, invocation: Invocation): void {
  program
    .command('catalogue')
    .description('content: publish')
    .command('publish')
    .description('publish a JSON file, or the default content of this version, as the whole content')
    .argument('[file]', 'JSON file with all scenarios')
    .option('--default', 'publish the default content while no class is running', false)
    .option('--check', 'only list errors in the file, or the changes by the default content', false)
    .option('--replace', 'with --default: replace content that this installation changed', false)
    .action((file: string | undefined, options: PublishOptions, command: Command) => {
      if ((file !== undefined) === options.default) command.error('Name a file, or use --default.');
      if (options.replace && !options.default) command.error('--replace needs --default.');
      return run(invocation, async (config, terminal) => {
        if (file === undefined) {
          const { publishDefaultCatalogue } = await import('./publish-default-catalogue.command.js');
          return publishDefaultCatalogue(options, config, terminal);
        }
        const { publishCatalogue } = await import('./publish-catalogue.command.js');
        return publishCatalogue(file, options.check, config, terminal);
      });
    });
}

interface PublishOptions {
  readonly default: boolean;
  readonly check: boolean;
  readonly replace: boolean;
}

function declareBackups(program: Command, invocation: Invocation): void {
  program
    .command('backup')
    .description('write a consistent backup to a file while the platform runs')
    .argument('<file>')
    .option('--keys <file>', 'write the keys of personal data to this file')
    .action((file: string, { keys }: { keys?: string }) =>
      runOnPlatform(invocation, async () => {
        const { backup } = await import('./backup.command.js');
        return (platform, terminal, { backupKey, databaseReplicaUrl: replicaUrl }) =>
          backup(platform, terminal, { file, keysFile: keys, backupKey, replicaUrl });
      }),
    );
  program
    .command('restore')
    .description('restore a backup into an empty database')
    .argument('<file>')
    .option('--keys <file>', 'file with the keys of personal data')
    .option('--check', 'only check whether the files could be restored', false)
    .action((file: string, { keys, check }: { keys?: string; check: boolean }) =>
      run(invocation, async (config, terminal) => {
        if (check) return (await import('./check-backup.command.js')).checkOnly(config, terminal, file, keys);
        if (!config.databaseUrl) assertNotRunning(config.dataDir);
        return (await import('./restore.command.js')).restore(config, terminal, file, keys);
      }),
    );
}

const engine = (flag: string): Option =>
  new Option(`${flag} <engine>`).choices(['postgres', 'kurrentdb']).makeOptionMandatory();

function declarePointInTime(program: Command, invocation: Invocation): void {
  program
    .command('base-backup')
    .description('copy the files of the embedded PostgreSQL while the platform runs')
    .argument('<folder>', 'does not exist yet')
    .action((folder: string) =>
      run(invocation, async (config, terminal) => {
        const { baseBackup } = await import('./point-in-time.commands.js');
        return baseBackup(config, terminal, folder);
      }),
    );
  program
    .command('recover')
    .description('install a base backup; the next start recovers from WAL_ARCHIVE_DIR')
    .argument('<folder>', 'base backup')
    .option('--to <time>', 'time such as 2026-11-24T09:30:00Z (default: the end of the archive)')
    .action((folder: string, { to }: { to?: string }) =>
      run(invocation, async (config, terminal) => {
        const { recover } = await import('./point-in-time.commands.js');
        return recover(config, terminal, folder, to);
      }),
    );
}

function declareLog(program: Command, invocation: Invocation): void {
  const log = program.command('log').description('the event log: copy, accept-restored');
  log
    .command('accept-restored')
    .description(
      'accept that KurrentDB was restored to an older state: list what is lost, then rebuild the read models',
    )
    .option('--yes', 'do not ask for confirmation', false)
    .action(({ yes }: { yes: boolean }) =>
      runOnPlatform(invocation, async () => {
        const { acceptRestored } = await import('./accept-restored.command.js');
        return (platform, terminal) => acceptRestored(platform, terminal, yes);
      }),
    );
  log
    .command('copy')
    .description(
      'copy the log with order, ids and times into the other engine, and compare every event; safe to repeat',
    )
    .addOption(engine('--from'))
    .addOption(engine('--to'))
    .action(({ from, to }: { from: LogEngine; to: LogEngine }, command: Command) => {
      if (from === to) command.error('--from and --to must name different engines.');
      return run(invocation, async (config, terminal) =>
        (await import('./copy-log.command.js')).copyLogTo(to, config, terminal),
      );
    });
  program
    .command('audit')
    .description('tamper evidence of the log: verify')
    .command('verify')
    .description('recompute the chain over the log and name the first changed event')
    .argument('[seal]', 'number of a seal from the structured log, to detect a truncated log', sealOf)
    .argument('[head]', 'head of this seal', headOf)
    .option('--anchors <file>', 'compare the seals with the anchors in this file')
    .action((seal: number | undefined, head: string | undefined, options: { anchors?: string }, command: Command) => {
      if (seal !== undefined && head === undefined) command.error('A seal needs its head.');
      const noted = seal !== undefined && head !== undefined ? { seal, head } : undefined;
      return runOnPlatform(invocation, async () => {
        const { verifyAudit } = await import('./verify-audit.command.js');
        return (platform, terminal) => verifyAudit(platform, terminal, { noted, file: options.anchors });
      });
    });
}

function declarePeople(program: Command, invocation: Invocation): void {
  const privacy = program.command('privacy').description('personal data: export, erase, redact');
  privacy
    .command('export')
    .description('print everything known about a person as JSON')
    .argument('<user>', 'username or id')
    .action((name: string) =>
      runOnPlatform(invocation, async () => {
        const { exportFromPlatform } = await import('./privacy.commands.js');
        return (platform, terminal) => exportFromPlatform(platform, terminal, name);
      }),
    );
  privacy
    .command('erase')
    .description('delete an account and the key of its personal data, for good')
    .argument('<user>', 'username or id')
    .option('--yes', 'do not ask for confirmation', false)
    .action((name: string, { yes }: { yes: boolean }) =>
      runOnPlatform(invocation, async () => {
        const { eraseFromPlatform } = await import('./privacy.commands.js');
        return (platform, terminal, config) => eraseFromPlatform(platform, terminal, config, name, yes);
      }),
    );
  privacy
    .command('redact')
    .description('repeat the erasures of ERASURES_FILE, and remove what erased people typed from older events')
    .action(() => runOnPlatform(invocation, async () => (await import('./privacy.commands.js')).redactErasedPeople));
}

function eventIdOf(text: string): string {
  const id = Id.safeParse(text);
  if (id.success) return id.data;
  throw new InvalidArgumentError('An event id is a UUID.');
}

function sealOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('The number of a seal is a whole number from 1.');
}

function headOf(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError('The head of a seal has 64 hexadecimal digits.');
}
