import { Command, CommanderError, type Help } from 'commander';
import { VERSION } from '../platform/ops/package-info.js';
import type { Terminal } from './terminal.js';

/** A command with `--help`, `help` and `--version`, as are all commands below it. */
class CommandLine extends Command {
  constructor(name: string) {
    super(name);
    this.version(VERSION, '-V, --version', 'print the version').helpOption('-h, --help', 'print this help');
  }

  override createHelp(): Help {
    const help = super.createHelp();
    // Every command has options, so naming them all is noise.
    help.subcommandTerm = (command) => `${command.name()} ${command.usage().replace('[options]', '').trim()}`.trim();
    return help;
  }

  override createCommand(name: string): Command {
    return new CommandLine(name);
  }
}

/**
 * The root command of a program. Help and mistakes are printed on `terminal`, and parsing throws a CommanderError instead of
 * ending the process.
 * @param name what people type to start the program
 */
export function commandLine(name: string, terminal: Terminal): Command {
  return new CommandLine(name)
    .helpCommand(true)
    .allowExcessArguments()
    .hook('preAction', rejectExcess)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      outputError: (text, write) => write(`${sentenceOf(text)}\nList the commands and options: ${name} --help`),
    });
}

/** Names the first unexpected word, where commander only counts them. */
function rejectExcess(_root: Command, command: Command): void {
  const expected = command.registeredArguments;
  if (expected.at(-1)?.variadic) return;
  const word = command.args[expected.length];
  if (word !== undefined) command.error(`Unexpected word '${word}'.`);
}

/**
 * Replaces `help` before the names of a command by `--help` behind them. Commander itself looks at one name only, and prints the
 * overview when no command has it; here an unknown name remains, and parsing it is a mistake.
 */
export function withHelpOption(program: Command, args: readonly string[]): string[] {
  const names: string[] = [];
  let command = program;
  let isHelp = false;
  for (const word of args) {
    // From here on words are arguments.
    if (command.commands.length === 0) break;
    if (word === 'help' && !isHelp) {
      isHelp = true;
      continue;
    }
    names.push(word);
    const named = command.commands.find((each) => each.name() === word);
    if (!named) return isHelp ? names : [...args];
    command = named;
  }
  return isHelp ? [...names, '--help'] : [...args];
}

/** The exit code after commander has printed help, the version or a mistake; undefined for all other errors. */
export const exitCodeOfCommander = (error: unknown): number | undefined =>
  error instanceof CommanderError ? error.exitCode : undefined;

/** `error: unknown command 'lst'\n(Did you mean list?)` becomes `Unknown command 'lst'. Did you mean list?` */
function sentenceOf(text: string): string {
  const [mistake = '', suggestion] = text
    .trim()
    .replace(/^error: /, '')
    .split(/\n\((?=Did you mean )/);
  const sentence = `${mistake.charAt(0).toUpperCase()}${mistake.slice(1)}`.replace(/[^.?!]$/, '$&.');
  return suggestion === undefined ? sentence : `${sentence} ${suggestion.replace(/\)$/, '')}`;
}
