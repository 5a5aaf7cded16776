import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { POOL } from '../../api/platform/database/pool.js';
import { TestPlatform } from '../../api/testing/test-platform.js';
import { until } from '../../api/testing/until.js';
import { readAccounts } from './accounts.js';
import { simulateClass } from './simulate-class.js';

let dataDir: string;
let platform: TestPlatform;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ready-room-simulate-'));
  platform = await TestPlatform.start({ demo: true, bootstrapAdmin: undefined, dataDir });
});
afterAll(async () => {
  await platform.stop();
  rmSync(dataDir, { recursive: true });
});

const play = async () =>
  simulateClass({
    url: platform.url,
    accounts: await readAccounts(join(dataDir, 'demo-accounts.json'), 4),
    seconds: 1.5,
    rate: 40,
  });

it('starts a class, plays it and sees every submitted attempt, live and at the end', async () => {
  const result = await play();
  expect(result.submitted).toBeGreaterThan(0);
  expect(result).toMatchObject({
    acknowledged: result.submitted,
    seenLive: result.submitted,
    refused: 0,
    lost: 0,
    doubled: 0,
    p50: expect.any(Number),
    p99: expect.any(Number),
  });
});

it('shows every student as present in the class, and removes them when it is over', async () => {
  const states = async () =>
    (await platform.app.get<Pool>(POOL).query('select state, scenario_id from plain.presence')).rows as {
      state: string;
      scenario_id: string | null;
    }[];
  await until(async () => (await states()).length === 4);
  await until(async () => (await states()).every(({ state }) => state === 'offline'));
});

it('continues a class that is already active', async () => {
  const result = await play();
  expect(result).toMatchObject({ acknowledged: result.submitted, refused: 0, lost: 0, doubled: 0 });
});
