import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../start/testing/folders.js';
import { locateCluster } from './postgres-location.js';
import { newPostgresState } from './postgres-state.js';

const dataDir = makeFolder('location', 0o711);
afterAll(() => rmSync(dataDir, { recursive: true }));

it.each(['postgres.recovery', 'postgres.before-20261124T093000'])(
  'refuses a start without a database beside %s of a killed recovery',
  async (left) => {
    mkdirSync(join(dataDir, left));
    const state = newPostgresState('postgres');
    for (const known of [{ ...state, port: 4_000 }, undefined])
      await expect(locateCluster(dataDir, known, () => undefined)).rejects.toThrow(
        new RegExp(`a recovery left ${left} beside it: run .* recover again`),
      );
    // The recovery itself.
    await expect(locateCluster(dataDir, state, () => undefined)).resolves.toMatchObject({ directory: 'postgres' });
    rmSync(join(dataDir, left), { recursive: true });
  },
);
