import { parseArgs } from 'node:util';
import { type Config, ConfigError, loadConfig } from '../config.js';
import { isPassingFailure } from '../platform/database/database-errors.js';
import { FileRefused, TargetRefused } from '../platform/backup/refusals.js';
import { StartError } from '../platform/database/start-error.js';
import { DomainError, fieldMessages } from '../platform/domain-error.js';
import type { Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';

const USAGE = `Usage: npm run cli -- <command>

  config                                  every setting with its value
  migrate                                 bring the schema of DATABASE_URL up to this version, as DATABASE_ADMIN_URL
  projections list                        the read models, how far they have come, what is parked
  projections rebuild <name...|all>       build read models anew from the log, beside those that serve
  projections verify                      compare every read model with what the log says
  dead-letters list                       events that readers failed at, and failed jobs: why, what it means, what to do
  dead-letters replay projection <name>   rebuild the read model that failed at an event
  dead-letters replay reactor <name> <id> let a reactor react to the event once more
  dead-letters replay job <id>            run a failed job again
  audit verify [<seal> <head>]            recompute the chain over the log, name the first wrong place; with a seal's number
                                          and head as noted in the structured log, also when the newest part was cut off
  catalogue publish <file> [--check]      make a JSON file the catalogue that is played; --check only says what is wrong with it
  catalogue publish --default             publish the default content of this version, while no class is running; --check only
                                          says what would change, --replace also replaces content that this installation changed
  backup <file> [--keys <file>]           everything of one moment into a file, the keys of people's data into another; the
                                          platform may run meanwhile
  restore <file> [--keys <file>]          a backup into an empty database
  restore <file> [--keys <file>] --check  only whether it could be restored
  log copy --from postgres --to kurrentdb the whole log into the KurrentDB of KURRENTDB_URL, with order, ids and times, and compare
                                          every event; may be broken off and run again. The other way round it comes back
  keys rotate                             wrap all subject keys with the newest MASTER_KEY while the platform runs, and say which
                                          older values of secrets may be removed
  privacy export <username|id>            everything known about a person, as JSON
  privacy erase <username|id>             make a person unreadable for ever
  privacy redact                          remove what erased people typed from older events; as the role that migrates

Exit codes: 0 done · 1 failed, or no such command · 2 a backup is damaged, or a file cannot be written · 3 the database is not empty`;

interface Options {
  readonly check: boolean;
  readonly default: boolean;
  readonly replace: boolean;
  readonly keys?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Runs one command. @returns the exit code */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const { positionals, help, ...options } = parse(args);
  if (help) {
    terminal.out(USAGE);
    return 0;
  }
  try {
    const code = await runCommand(positionals, options, terminal, environment);
    if (code === undefined) terminal.err(USAGE);
    return code ?? 1;
  } catch (error) {
    terminal.err(sentenceOf(error));
    return error instanceof FileRefused || error instanceof TargetRefused ? error.exitCode : 1;
  }
}

/** An option that is none makes the whole command one that is none. */
function parse(args: readonly string[]): Options & { positionals: readonly string[]; help: boolean } {
  try {
    const off = { type: 'boolean', default: false } as const;
    const text = { type: 'string' } as const;
    const flags = { help: { ...off, short: 'h' }, check: off, default: off, replace: off } as const;
    const options = { ...flags, keys: text, from: text, to: text } as const;
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    return { positionals, ...values };
  } catch {
    return { positionals: [], help: false, check: false, default: false, replace: false };
  }
}

/** Undefined when there is no such command. Each is loaded only when asked for: the platform is most of the code. */
async function runCommand(
  [group = '', action, ...names]: readonly string[],
  { check, default: isDefault, replace, keys, from, to }: Options,
  terminal: Terminal,
  environment: NodeJS.ProcessEnv,
): Promise<number | undefined> {
  if (isDefault || replace) {
    const isPublish = isDefault && `${group} ${action}` === 'catalogue publish' && names.length === 0;
    if (!isPublish || (keys ?? from ?? to) !== undefined) return undefined;
    const { publishDefaultCatalogue } = await import('./publish-default-catalogue.command.js');
    return publishDefaultCatalogue({ check, replace }, loadConfig(environment), terminal);
  }
  if ((group === 'backup' || group === 'restore') && action !== undefined && names.length === 0)
    return runBackupCommand(group, action, { check, keys }, terminal, environment);
  if (keys !== undefined) return undefined;
  if (group === 'log' && action === 'copy' && names.length === 0 && !check) {
    const { copyLogTo, isCopy } = await import('./copy-log.command.js');
    return isCopy(from, to) ? copyLogTo(to!, loadConfig(environment), terminal) : undefined;
  }
  if (from !== undefined || to !== undefined) return undefined;
  if (group === 'catalogue' && action === 'publish' && names.length === 1) {
    const { publishCatalogue } = await import('./publish-catalogue.command.js');
    return publishCatalogue(names[0]!, check, loadConfig(environment), terminal);
  }
  if (check) return undefined;
  if (group === 'config' && action === undefined) {
    const { showConfig } = await import('./config.command.js');
    return showConfig(loadConfig(environment), terminal);
  }
  if (group === 'migrate' && action === undefined) {
    const { migrateDatabase } = await import('./migrate.command.js');
    return migrateDatabase(loadConfig(environment), terminal);
  }
  const command = COMMANDS[`${group} ${action}`];
  const work = command && (await command(names));
  if (!work) return undefined;
  const { withPlatform } = await import('./with-platform.js');
  const config = loadConfig(environment);
  return withPlatform(config, terminal, (platform) => work(platform, terminal, config));
}

async function runBackupCommand(
  command: 'backup' | 'restore',
  file: string,
  { check, keys }: Pick<Options, 'check' | 'keys'>,
  terminal: Terminal,
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const config = loadConfig(environment);
  if (check) {
    const { checkOnly } = await import('./check-backup.command.js');
    return checkOnly(config, terminal, file, keys);
  }
  if (command === 'restore') {
    const { restore } = await import('./restore.command.js');
    return restore(config, terminal, file, keys);
  }
  const [{ backup }, { withPlatform }] = await Promise.all([
    import('./backup.command.js'),
    import('./with-platform.js'),
  ]);
  return withPlatform(config, terminal, (platform) => backup(platform, terminal, file, keys));
}

type Work = (platform: CliPlatform, terminal: Terminal, config: Config) => Promise<number>;

/** By group and action: what to do with the words that follow, undefined when they are none for it. */
const COMMANDS: Readonly<Record<string, (names: readonly string[]) => Promise<Work | undefined>>> = {
  'projections list': async (names) => {
    const { listProjections } = await import('./list-projections.command.js');
    return names.length === 0 ? listProjections : undefined;
  },
  'projections rebuild': async (names) => {
    const { rebuildProjections } = await import('./rebuild-projections.command.js');
    if (names.length === 0) return undefined;
    return (platform, terminal) => rebuildProjections(platform, terminal, names);
  },
  'projections verify': async (names) => {
    const { verifyPlatform } = await import('./verify-projections.command.js');
    return names.length === 0 ? verifyPlatform : undefined;
  },
  'dead-letters list': async (names) => {
    const { listLetters } = await import('./dead-letters.commands.js');
    return names.length === 0 ? listLetters : undefined;
  },
  'dead-letters replay': async (names) => {
    const { parseReplay, replayLetter } = await import('./dead-letters.commands.js');
    const request = parseReplay(names);
    return request && ((platform, terminal, config) => replayLetter(platform, terminal, config, request));
  },
  'audit verify': async (names) => {
    const { parseNotedHead, verifyAudit } = await import('./verify-audit.command.js');
    const noted = parseNotedHead(names);
    if (names.length > 0 && (!noted || names.length !== 2)) return undefined;
    return (platform, terminal) => verifyAudit(platform, terminal, noted);
  },
  'keys rotate': async (names) => {
    const { rotateKeys } = await import('./rotate-keys.command.js');
    return names.length === 0 ? rotateKeys : undefined;
  },
  'privacy export': async ([name, ...more]) => {
    const { exportFromPlatform } = await import('./privacy.commands.js');
    if (name === undefined || more.length > 0) return undefined;
    return (platform, terminal) => exportFromPlatform(platform, terminal, name);
  },
  'privacy erase': async ([name, ...more]) => {
    const { eraseFromPlatform } = await import('./privacy.commands.js');
    if (name === undefined || more.length > 0) return undefined;
    return (platform, terminal) => eraseFromPlatform(platform, terminal, name);
  },
  'privacy redact': async (names) => {
    const { redactErasedPeople } = await import('./redact.command.js');
    return names.length === 0 ? redactErasedPeople : undefined;
  },
};

/** What the operator can act on is a sentence, anything else a bug that shows where it is. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  if (error instanceof DomainError) return [error.message, ...(fieldMessages(error) ?? [])].join('\n');
  if (isPassingFailure(error))
    return `The database does not answer (${error.message}): see that it runs, then try again.`;
  return error.stack ?? error.message;
}
