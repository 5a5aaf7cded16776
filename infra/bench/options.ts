import { InvalidArgumentError, Option } from 'commander';
import { commandLine } from '../../api/cli/command-line.js';
import type { Terminal } from '../../api/cli/terminal.js';

const ROUNDS = 3;

export interface BenchOptions {
  readonly suites: readonly string[];
  readonly json: boolean;
  /** A small, short run that checks the suites and records nothing. */
  readonly quick: boolean;
  /** Folder in which the fixture is kept for later runs. */
  readonly data: string | undefined;
  /** Commit that is measured in turns with this build. */
  readonly against: string | undefined;
  /** Number of times that each build is measured in a comparison. */
  readonly rounds: number;
  /** Folder of another build to measure. */
  readonly build: string | undefined;
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
    .option('--quick', 'run a small, short check of the suites, and record nothing', false)
    .option('--data <folder>', 'keep the fixture in this folder for the next run')
    .addOption(
      new Option('--against <commit>', 'measure this commit too, in turns: records nothing').conflicts('build'),
    )
    .option('--rounds <number>', 'how often each build is measured with --against', atLeastOne, ROUNDS)
    .option('--build <folder>', 'measure the platform that is built in this folder: records nothing')
    .action(() => undefined);
  const { suite, json, quick, data, against, rounds, build } = program
    .parse([...args], { from: 'user' })
    .opts<Values>();
  return { suites: suite ?? usual, json, quick, data, against, rounds, build };
}

function atLeastOne(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1.');
  return Number(text);
}

interface Values extends Omit<BenchOptions, 'suites' | 'data' | 'against' | 'build'> {
  readonly suite?: readonly string[];
  readonly data?: string;
  readonly against?: string;
  readonly build?: string;
}
