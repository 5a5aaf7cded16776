import type { DemoAccount } from './demo-accounts.js';

/** Told once, to the person at the terminal and not to the log: one account of each role, and where the rest is. */
export function announceDemo(accounts: readonly DemoAccount[], file: string): void {
  const onePerRole = accounts.filter(({ role }, index) => accounts.findIndex((other) => other.role === role) === index);
  const lines = onePerRole.map(
    ({ role, username, password }) => `  ${role.padEnd(18)} ${username.padEnd(12)} ${password}`,
  );
  process.stderr.write(`Demo accounts (all ${accounts.length} are in ${file}):\n${lines.join('\n')}\n`);
}
