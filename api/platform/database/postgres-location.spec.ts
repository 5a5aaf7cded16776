import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../start/testing/folders.js';
import { locateCluster } from './postgres-location.js';
import { newPostgresState } from './postgres-state.js';

const dataDir = makeFolder('location', 0o711);
afterAll(() => rmSync(dataDir, { recursive: true }));

it.each(['postgres.recovery', 'postgres.before-20261124T093000'])(
  'rejects a start without a database when a killed recovery left %s',
  async (left) => {
    mkdirSync(join(dataDir, left));
    const state = newPostgresState('postgres');
    for (const known of [{ ...state, port: 4_000 }, undefined])
      await expect(locateCluster(dataDir, known, () => undefined)).rejects.toThrow(
        new RegExp(`a recovery left ${left} beside it: run .* recover again`),
      );
    // Port 0: the recovery is run again, which is allowed.
    await expect(locateCluster(dataDir, state, () => undefined)).resolves.toMatchObject({ directory: 'postgres' });
    rmSync(join(dataDir, left), { recursive: true });
  },
);
