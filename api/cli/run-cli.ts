import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../config.js';
import { isPassingFailure } from '../platform/database/database-errors.js';
import { StartError } from '../platform/database/start-error.js';
import type { Terminal } from './terminal.js';

const USAGE = `Usage: npm run cli -- <command>

  config                                  every setting with its value
  projections list                        the read models, how far they have come, what is parked
  projections rebuild <name...|all>       build read models anew from the log, beside those that serve
  projections verify                      compare every read model with what the log says`;

/** Runs one command. @returns the exit code */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const { positionals, help } = parse(args);
  if (help) {
    terminal.out(USAGE);
    return 0;
  }
  try {
    const code = await runCommand(positionals, terminal, environment);
    if (code === undefined) terminal.err(USAGE);
    return code ?? 1;
  } catch (error) {
    terminal.err(sentenceOf(error));
    return 1;
  }
}

/** An option that is none makes the whole command one that is none. */
function parse(args: readonly string[]): { positionals: readonly string[]; help: boolean } {
  try {
    const options = { help: { type: 'boolean', short: 'h', default: false } } as const;
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    return { positionals, help: values.help };
  } catch {
    return { positionals: [], help: false };
  }
}

/** Undefined when there is no such command. Each is loaded only when asked for: the platform is most of the code. */
async function runCommand(
  [group = '', action, ...names]: readonly string[],
  terminal: Terminal,
  environment: NodeJS.ProcessEnv,
): Promise<number | undefined> {
  if (group === 'config' && action === undefined) {
    const { showConfig } = await import('./config.command.js');
    return showConfig(loadConfig(environment), terminal);
  }
  if (group !== 'projections') return undefined;
  if (names.length > 0 !== (action === 'rebuild')) return undefined;
  const { withPlatform } = await import('./with-platform.js');
  const config = loadConfig(environment);
  if (action === 'list') {
    const { listProjections } = await import('./list-projections.command.js');
    return withPlatform(config, terminal, (platform) => listProjections(platform, terminal));
  }
  if (action === 'rebuild') {
    const { rebuildProjections } = await import('./rebuild-projections.command.js');
    return withPlatform(config, terminal, (platform) => rebuildProjections(platform, terminal, names));
  }
  if (action !== 'verify') return undefined;
  const { verifyPlatform } = await import('./verify-projections.command.js');
  return withPlatform(config, terminal, (platform) => verifyPlatform(platform, terminal));
}

/** What the operator can act on is a sentence, anything else a bug that shows where it is. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  if (isPassingFailure(error))
    return `The database does not answer (${error.message}): see that it runs, then try again.`;
  return error.stack ?? error.message;
}
