/** `npm run cluster`: the platform on several nodes of this machine, until Ctrl-C. */
import { UserError } from '../simulate/user-error.js';
import { LocalCluster } from './local-cluster.js';

const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});

try {
  const cluster = await LocalCluster.start();
  try {
    await tell(cluster);
    await interrupted;
  } finally {
    await cluster.stop();
  }
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}

async function tell(cluster: LocalCluster): Promise<void> {
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
