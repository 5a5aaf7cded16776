import type { Account } from '../environment/fixture.js';
import { costOfEach, idleCost, metered } from './meter.js';
import type { PartCost } from './scale-results.js';
import { addressOf, type Stage } from './stage.js';

const TIMES = 3;

/** Measures the cost of sign-ins with a password, one after the other. */
export async function signInCost({ cluster, sizes }: Stage, accounts: readonly Account[]): Promise<PartCost> {
  const [node] = await cluster.startHttpNodes(1);
  const all = async (): Promise<void> => {
    for (const [index, { username, password }] of accounts.entries()) {
      const response = await fetch(`${node!.url}/api/auth/session`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': addressOf(index),
          // Sign-ins of other addresses need it.
          'x-forwarded-proto': 'https',
        },
        body: JSON.stringify({ username, password }),
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A sign-in was answered ${response.status}.`);
    }
  };
  await all();
  const idle = await idleCost(cluster, sizes.idleSeconds);
  const busy = await metered(cluster, async () => {
    for (let nth = 0; nth < TIMES; nth += 1) await all();
  });
  return costOfEach(TIMES * accounts.length, busy, idle);
}
