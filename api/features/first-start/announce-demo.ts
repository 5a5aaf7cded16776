import type { DemoAccount } from './demo-accounts.js';

/**
 * Prints one account of each role and the file with the others, once. Writes to the terminal instead of the log, because it contains
 * passwords.
 */
export function announceDemo(accounts: readonly DemoAccount[], file: string): void {
  const onePerRole = accounts.filter(({ role }, index) => accounts.findIndex((other) => other.role === role) === index);
  const lines = onePerRole.map(
    ({ role, username, password }) => `  ${role.padEnd(18)} ${username.padEnd(12)} ${password}`,
  );
  process.stderr.write(`Demo accounts (all ${accounts.length} are in ${file}):\n${lines.join('\n')}\n`);
}
