import { Command, CommanderError, type Help } from 'commander';
import { VERSION } from '../platform/ops/package-info.js';
import type { Terminal } from './terminal.js';

/** Creates a command with `--help`, `help` and `--version`, like all commands below it. */
class CommandLine extends Command {
  constructor(name: string) {
    super(name);
    this.version(VERSION, '-V, --version', 'print the version').helpOption('-h, --help', 'print this help');
  }

  override createHelp(): Help {
    const help = super.createHelp();
    // Every command has options, so listing them would only distract.
    help.subcommandTerm = (command) => `${command.name()} ${command.usage().replace('[options]', '').trim()}`.trim();
    return help;
  }

  override createCommand(name: string): Command {
    return new CommandLine(name);
  }
}

/**
 * Creates the root command of a program. Prints help and errors on `terminal`, and throws a CommanderError instead of ending the process.
 * @param name name by which users start the program
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

/** Names the first unexpected word. Commander only reports their number. */
function rejectExcess(_root: Command, command: Command): void {
  const expected = command.registeredArguments;
  if (expected.at(-1)?.variadic) return;
  const word = command.args[expected.length];
  if (word !== undefined) command.error(`Unexpected word '${word}'.`);
}

/**
 * Replaces `help` before the names of a command by `--help` after them. Commander itself reads only one name, and prints the overview for
 * unknown commands. Here an unknown name remains, so parsing reports it.
 */
export function withHelpOption(program: Command, args: readonly string[]): string[] {
  const names: string[] = [];
  let command = program;
  let isHelp = false;
  for (const word of args) {
    // From here on, words are arguments.
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

/** Returns the exit code after commander has printed help, the version or an error; undefined for all other errors. */
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
