import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadPostgresState } from '../../api/platform/database/postgres-state.js';
import { urlsOf } from '../../api/platform/database/postgres-run.js';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { until } from '../../api/testing/until.js';
import { PlatformProcess } from '../bench/environment/platform-process.js';
import { type Figure, figure } from '../bench/figure.js';
import { freePort } from '../../api/platform/database/free-port.js';
import { readAccounts } from '../simulate/accounts.js';
import { prepareClass } from '../simulate/prepare-class.js';
import { acknowledgesEarly } from './testing/breakages.js';
import { BrokenBuild } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { differingReadModels } from './testing/read-models.js';
import type { Readiness } from './testing/stage-node.js';
import { Tmpfs } from './testing/tmpfs.js';
import { underFault, untilScores } from './testing/under-fault.js';

const MEGABYTES = 160;
const STUDENTS = 8;
const REFUSED = 10;

const isPossible = Tmpfs.isPossible();
const where = isPossible ? describe : describe.skip;

where(`a disk that is full${isPossible ? '' : ' (needs the right to mount a tmpfs)'}`, () => {
  let disk: Tmpfs;
  let log: string;

  beforeAll(() => {
    disk = Tmpfs.make(MEGABYTES);
    log = `../${basename(disk.folder)}.log`;
  });

  afterAll(() => {
    rmSync(join(disk.folder, log), { force: true });
    disk.remove();
  });

  fault('disk full under load: no space for rows, then none for the write-ahead log', () => fillDisk(), {
    name: 'scores are acknowledged before they are stored',
    measure: async () => {
      const build = BrokenBuild.make([acknowledgesEarly]);
      try {
        return await fillDisk(build.main);
      } finally {
        build.remove();
      }
    },
  });

  /** One process with its own database on that disk. */
  async function fillDisk(main?: string): Promise<Figure[]> {
    const dataDir = disk.folder;
    const opsPort = await freePort();
    const platform = await PlatformProcess.start({
      dataDir,
      settings: { DEMO: 'on', OPS_PORT: String(opsPort) },
      log,
      ...(main && { main }),
    });
    try {
      const played = await prepareClass(
        platform.url,
        await readAccounts(join(dataDir, 'demo-accounts.json'), STUDENTS),
      );
      const { appUrl, superuserUrl } = urlsOf((await loadPostgresState(dataDir))!);
      const figures = await underFault({ url: platform.url, databaseUrl: appUrl, played }, async (load, watch) => {
        await untilScores(load, 20);
        disk.fill();
        const refused = async (times: number) => until(() => watch.count(503) >= times);
        if (!main) await refused(REFUSED);
        const whileFull = await readinessOf(opsPort);
        // PostgreSQL cannot create its next file: it stops, and cannot start again.
        await until(() => failsToSwitchLog(superuserUrl));
        await refused(watch.count(503) + REFUSED);
        disk.makeRoom();
        const began = performance.now();
        await untilScores(load, 20, 60_000);
        const seconds = (performance.now() - began) / 1_000;
        const writesAgain = (await readinessOf(opsPort)).checks['writes']?.status === 'up';
        return [
          figure('until writes succeed after space was freed', seconds, 's', { atMost: 30 }),
          figure(
            'readiness reported refused writes',
            whileFull.checks['writes']?.status === 'degraded' ? 1 : 0,
            'of 1',
            main ? {} : { atLeast: 1 },
          ),
          figure(
            'readiness reported accepted writes afterwards',
            writesAgain ? 1 : 0,
            'of 1',
            main ? {} : { atLeast: 1 },
          ),
        ];
      });
      return [...figures, await differingReadModels({ DATA_DIR: dataDir })];
    } finally {
      disk.makeRoom();
      await platform.stop();
    }
  }
});

const readinessOf = async (opsPort: number): Promise<Readiness> =>
  (await (await fetch(`http://127.0.0.1:${opsPort}/health/ready`)).json()) as Readiness;

/** PostgreSQL may have some of these files open. */
const failsToSwitchLog = (url: string): Promise<boolean> =>
  withClient(url, (client) =>
    client.query("select pg_logical_emit_message(false, 'faults', 'full', true), pg_switch_wal()"),
  ).then(
    () => false,
    () => true,
  );
