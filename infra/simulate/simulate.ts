/** `npm run simulate`: plays a class against a running platform; exit code 1 when anything was lost or doubled. */
import { readAccounts } from './accounts.js';
import { Refused } from './api-client.js';
import { readOptions } from './options.js';
import { ProgressBar } from './progress-bar.js';
import { report } from './report.js';
import { simulateClass } from './simulate-class.js';
import { UserError } from './user-error.js';

try {
  const options = readOptions(process.argv.slice(2));
  const accounts = await readAccounts(options.accounts, options.students);
  const bar = new ProgressBar(options.seconds);
  const result = await simulateClass({ ...options, accounts, onProgress: (ledger) => bar.show(ledger) });
  bar.end();
  console.log(options.json ? JSON.stringify(result) : report(result));
  process.exitCode = result.lost + result.doubled > 0 ? 1 : 0;
} catch (error) {
  const expected = error instanceof UserError || error instanceof Refused;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
