import type { Environment } from './environment/environment.js';
import type { Figure } from './figure.js';

export interface SuiteContext {
  /** Prints a line of text: the common part of a ratio, or an explanation. */
  say(line: string): void;
  /** The platform with the fixture's data, built when the first suite needs it. */
  environment(): Promise<Environment>;
  /** True for a short check run; most suites ignore it. */
  readonly quick: boolean;
}

/** Figures that are measured together. */
export interface Suite {
  readonly name: string;
  /** Too long for a run that names no suites. */
  readonly onlyWhenNamed?: boolean;
  /** Runs code of the platform in this process, so that each build needs its own benchmark. */
  readonly inProcess?: boolean;
  run(context: SuiteContext): Promise<readonly Figure[]>;
}
