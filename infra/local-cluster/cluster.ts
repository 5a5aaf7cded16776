/** `npm run cluster`: the platform on several nodes of this machine, until Ctrl-C. */
import { readAccounts } from '../simulate/accounts.js';
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

async function tell({ url, httpNodes, workers, dataDir, accountsFile }: LocalCluster): Promise<void> {
  const { instructor, students } = await readAccounts(accountsFile, 1);
  for (const { name, url } of [...httpNodes, ...workers]) console.log(`${name.padEnd(10)} ${url}`);
  console.log(`logs       ${dataDir}`);
  for (const { username, password } of [instructor, ...students]) console.log(`account    ${username} ${password}`);
  console.log(`accounts   ${accountsFile}`);
  console.log(`play       npm run simulate -- --url ${url} --accounts ${accountsFile}`);
  console.log(`ready ${url}`);
}
