import { Option } from 'commander';
import { commandLine } from '../../api/cli/command-line.js';
import type { Terminal } from '../../api/cli/terminal.js';

export interface BenchOptions {
  readonly suites: readonly string[];
  readonly json: boolean;
  /** A small, short run that checks the suites and records nothing. */
  readonly quick: boolean;
  /** Folder in which the fixture is kept for later runs. */
  readonly data: string | undefined;
}

/**
 * @param usual the suites of a run that names none
 * @throws CommanderError after help, the version or an error was printed
 */
export function readOptions(
  args: readonly string[],
  terminal: Terminal,
  known: readonly string[],
  usual = known,
): BenchOptions {
  const program = commandLine('npm run bench --', terminal)
    .description('Measures the platform on this machine.')
    .addOption(new Option('--suite <names...>', 'only these suites').choices(known))
    .option('--json', 'print the figures as JSON', false)
    .option('--quick', 'small and short, to see that it works: records nothing', false)
    .option('--data <folder>', 'keep the fixture in this folder for the next run')
    .action(() => undefined);
  const { suite, json, quick, data } = program.parse([...args], { from: 'user' }).opts<Values>();
  return { suites: suite ?? usual, json, quick, data };
}

interface Values extends Omit<BenchOptions, 'suites' | 'data'> {
  readonly suite?: readonly string[];
  readonly data?: string;
}
