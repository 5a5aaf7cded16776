import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { User } from '../contracts/user.contract.js';
import { demoAccounts } from '../features/first-start/demo-accounts.js';
import { FaultProxy } from '../testing/fault-proxy.js';
import { TestClient } from '../testing/test-client.js';
import { TestPlatform } from '../testing/test-platform.js';

/** Longer than a request waits for a connection. Between the outages a start makes some progress. */
const SILENCES_MS = [2_000, 1_500, 1_500];
const ANSWERS_MS = 150;

async function answerNowAndThen(proxy: FaultProxy): Promise<void> {
  for (const silence of SILENCES_MS) {
    proxy.silence();
    await delay(silence);
    await proxy.heal();
    await delay(ANSWERS_MS);
  }
}

it('creates each account exactly once at a first start on a database that answers now and then', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ready-room-slow-'));
  let proxy: FaultProxy | undefined;
  const platform = await TestPlatform.start({ demo: true, bootstrapAdmin: undefined, dataDir }, async (database) => {
    proxy = await FaultProxy.start(database.appUrl);
    void answerNowAndThen(proxy);
    return { adminUrl: proxy.through(database.adminUrl), appUrl: proxy.through(database.appUrl) };
  });
  try {
    await platform.settled();
    const { accounts } = await demoAccounts(dataDir);
    const admin = await TestClient.signIn(platform.url, accounts[0]!.username, accounts[0]!.password);
    const { body } = await admin.get<User[]>('/users/admin-detailed');
    // The demo history adds users without a password in the file.
    const made = body.map(({ username }) => username);
    expect(made).toEqual(expect.arrayContaining(accounts.map(({ username }) => username)));
    expect(new Set(made).size).toBe(made.length);
  } finally {
    await platform.stop();
    await proxy?.close();
    rmSync(dataDir, { recursive: true });
  }
});
