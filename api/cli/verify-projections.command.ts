import { verifyProjections } from '../platform/eventsourcing/projecting/verify.js';
import { count, table, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';
import { CLI } from '../platform/ops/package-info.js';

/** `projections verify`: folds the log anew, personal data opened, and compares. Exit code 1 when a table differs. */
export async function verifyPlatform({ pool, store, projections }: CliPlatform, terminal: Terminal): Promise<number> {
  const verdicts = await verifyProjections(pool, store, await projections.live(pool));
  const lines = verdicts.map(({ table: name, rows, same }) => [same ? 'same' : 'DIFFERS', name, count(rows), 'rows']);
  for (const line of table(lines)) terminal.out(line);
  const different = verdicts.filter(({ same }) => !same);
  if (different.length === 0) return 0;
  terminal.err(`Rebuild what differs: ${CLI} projections rebuild <name...|all>`);
  return 1;
}
