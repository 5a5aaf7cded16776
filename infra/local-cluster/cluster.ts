/** `npm run cluster`: runs the platform on several nodes of this machine until Ctrl-C. */
import { commandLine } from '../../api/cli/command-line.js';
import { processTerminal } from '../../api/cli/process-terminal.js';
import { exitCodeAfter } from '../simulate/user-error.js';
import { LocalCluster } from './local-cluster.js';

const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});

try {
  commandLine('npm run cluster --', processTerminal(process.stdin, process.stderr))
    .description('Runs two http nodes and two workers behind a proxy on this machine, until Ctrl-C.')
    .action(() => undefined)
    .parse();
  const cluster = await LocalCluster.start();
  try {
    await printAddresses(cluster);
    await interrupted;
  } finally {
    await cluster.stop();
  }
} catch (error) {
  process.exitCode = exitCodeAfter(error);
}

async function printAddresses(cluster: LocalCluster): Promise<void> {
  const { url, accountsFile } = cluster;
  for (const { name, url } of [...cluster.httpNodes, ...cluster.workers]) console.log(`${name.padEnd(10)} ${url}`);
  console.log(`logs       ${cluster.dataDir}`);
  const accounts = await cluster.accounts();
  for (const { role, username, password } of new Map(accounts.map((account) => [account.role, account])).values()) {
    console.log(`account    ${role.padEnd(18)} ${username.padEnd(12)} ${password}`);
  }
  console.log(`play       npm run simulate -- --url ${url} --accounts ${accountsFile}`);
  console.log(`ready ${url}`);
}
