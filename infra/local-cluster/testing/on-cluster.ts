import { missingServers } from '../installed.js';

const missing = missingServers();

/** Declares tests that need the programs of a cluster. If one is missing, they are skipped and their title names it. */
export const onCluster = (name: string, tests: () => void): void =>
  missing.length === 0 ? describe(name, tests) : describe.skip(`${name} (needs ${missing.join(' and ')})`, tests);

/** Prints a measured figure. */
export const say = (line: string): void => void process.stderr.write(`    ${line}\n`);
