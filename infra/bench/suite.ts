import type { Environment } from './environment/environment.js';
import type { Figure } from './figure.js';

export interface SuiteContext {
  /** Prints a line for people: what both sides of a ratio share, or where the time goes. */
  say(line: string): void;
  /** The platform with a past; built when the first suite asks for it. */
  environment(): Promise<Environment>;
}

/** Something that is measured together. */
export interface Suite {
  readonly name: string;
  run(context: SuiteContext): Promise<readonly Figure[]>;
}
