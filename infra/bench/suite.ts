import type { Environment } from './environment/environment.js';
import type { Figure } from './figure.js';

export interface SuiteContext {
  /** Prints a line for people: what both sides of a ratio share, or where the time goes. */
  say(line: string): void;
  /** The platform with a past; built when the first suite asks for it. */
  environment(): Promise<Environment>;
  /** Whether it is only to be seen that it works; most suites take no notice. */
  readonly quick: boolean;
}

/** Something that is measured together. */
export interface Suite {
  readonly name: string;
  /** Too long for a run that names no suites. */
  readonly onlyWhenNamed?: boolean;
  run(context: SuiteContext): Promise<readonly Figure[]>;
}
