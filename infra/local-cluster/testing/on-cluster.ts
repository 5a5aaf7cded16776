import { missingServers } from '../installed.js';

const missing = missingServers();

/** Tests that need what a cluster is made of; where it is missing they are skipped, and their title says why. */
export const onCluster = (name: string, tests: () => void): void =>
  missing.length === 0 ? describe(name, tests) : describe.skip(`${name} (needs ${missing.join(' and ')})`, tests);

/** A figure for whoever reads the run. */
export const say = (line: string): void => void process.stderr.write(`    ${line}\n`);
