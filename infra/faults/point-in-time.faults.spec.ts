import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { urlsOf } from '../../api/platform/database/postgres-run.js';
import { findServer } from '../../api/platform/database/postgres-server.js';
import { loadPostgresState } from '../../api/platform/database/postgres-state.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { type Figure, figure } from '../bench/figure.js';
import { readAccounts, readAccountsFile } from '../simulate/accounts.js';
import { makeAttempt } from '../simulate/make-attempt.js';
import { type PreparedClass, prepareClass } from '../simulate/prepare-class.js';
import { ignoresTimelines } from './testing/breakages.js';
import { type Breakage, BrokenBuild } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { differingReadModels, runCli } from './testing/read-models.js';
import { Screen } from './testing/screen.js';
import { postgresLog } from './testing/score-log.js';
import { StageNode } from './testing/stage-node.js';
import { queryNumber } from './testing/under-fault.js';

const STUDENTS = 3;
const SCORES = 12;
const SETTLE_MS = 2_000;
/** Time within which a client reconnects after an outage of its node. */
const RECONNECT_MS = 15_000;
/** One minute of `archive_timeout`, and the time to archive on a busy machine. */
const RPO_SECONDS = 75;
/** Includes a minute of waiting for the archive. */
const TIMEOUT_MS = 480_000;

const opensNoEpoch: readonly Breakage[] = [
  { file: 'api/platform/database/migrate.js', from: 'await enterEpoch(lock);', to: '' },
  ...ignoresTimelines,
];

fault(
  'recovery to a point in time, and after the loss of a disk',
  () => recoverTwice(),
  {
    name: 'no epoch is opened',
    measure: async () => {
      const broken = BrokenBuild.make(opensNoEpoch);
      try {
        return await recoverOnce(broken.main);
      } finally {
        broken.remove();
      }
    },
  },
  TIMEOUT_MS,
);

const recoverOnce = (main?: string): Promise<Figure[]> =>
  onOneMachine(main, async (machine) => (await toPointInTime(machine)).figures);

const recoverTwice = (): Promise<Figure[]> =>
  onOneMachine(undefined, async (machine) => {
    const { figures, kept } = await toPointInTime(machine);
    return [...figures, ...(await afterLostDisk(machine, kept))];
  });

/** A platform with the embedded database, which archives its WAL. */
interface Machine {
  readonly dataDir: string;
  readonly archive: string;
  readonly node: StageNode;
  /** Entry point of the build that starts after the recovery; undefined for the present one. */
  readonly main: string | undefined;
  readonly played: PreparedClass;
  cli(...words: readonly string[]): Promise<string>;
}

async function onOneMachine<Result>(
  main: string | undefined,
  work: (machine: Machine) => Promise<Result>,
): Promise<Result> {
  const { dataDir, remove } = await makeDataDir('point-in-time');
  const archive = join(dataDir, 'archive');
  const settings = { WAL_ARCHIVE_DIR: archive, ERASURES_FILE: join(dataDir, 'erasures'), DEMO: 'on' };
  const node = await StageNode.make({ dataDir, log: 'node.log', settings });
  try {
    await node.start();
    const played = await prepareClass(node.url, await readAccounts(join(dataDir, 'demo-accounts.json'), STUDENTS));
    const cli = (...words: readonly string[]) => runCli(words, { ...settings, DATA_DIR: dataDir });
    return await work({ dataDir, archive, node, main, played, cli });
  } finally {
    await node.stop();
    await remove();
  }
}

/** Checks that the scores from before the moment exist, later ones do not, and an open screen shows the same. */
async function toPointInTime(machine: Machine): Promise<{ figures: Figure[]; kept: string[] }> {
  const { played, cli, dataDir } = machine;
  const base = join(dataDir, 'base');
  const kept = await submit(played, SCORES);
  expect(await cli('base-backup', base)).toContain('needs the WAL archive from 0000');
  kept.push(...(await submit(played, SCORES)));
  const screen = await Screen.open(played.instructor, played.sessionId);
  try {
    return await rewind(machine, base, kept, screen);
  } finally {
    screen.close();
  }
}

async function rewind(
  { node, main, played, cli, dataDir }: Machine,
  base: string,
  kept: readonly string[],
  screen: Screen,
): Promise<{ figures: Figure[]; kept: string[] }> {
  await pause(1_000);
  const moment = new Date().toISOString();
  await pause(1_000);
  const undone = await submit(played, SCORES);
  expect(await cli('privacy', 'erase', '--yes', await bystander(dataDir))).toContain('was erased');
  await pause(SETTLE_MS);
  await node.stop();
  expect(await cli('recover', base, '--to', moment)).toContain(`recovers to ${moment}`);
  const began = performance.now();
  await node.start(main);
  const took = (performance.now() - began) / 1_000;
  const newer = await submit(played, 1);
  await pause(SETTLE_MS);
  const readAnew = await Screen.open(played.instructor, played.sessionId);
  const givesUpAt = performance.now() + RECONNECT_MS;
  while (screen.differences(readAnew) > 0 && performance.now() < givesUpAt) await pause(100);
  const figures = [
    figure('missing scores from before the moment', kept.length - (await found(dataDir, kept)), 'scores', {
      atMost: 0,
    }),
    figure('remaining scores from after the moment', await found(dataDir, undone), 'scores', { atMost: 0 }),
    figure('erased people who were restored', 1 - (await erasures(dataDir)), 'people', { atMost: 0 }),
    figure('new scores', await found(dataDir, newer), 'scores', { atLeast: 1 }),
    figure('epoch of the newest event', await newestEpoch(dataDir), '', { atLeast: 2 }),
    figure('wrong rows on an open screen', screen.differences(readAnew), 'rows', { atMost: 0 }),
    await differingReadModels({ DATA_DIR: dataDir }),
    figure('until the node served again', took, 's', { atMost: 60 }),
  ];
  readAnew.close();
  return { figures, kept: [...kept, ...newer] };
}

/** Recovers from only a base backup and the archive. Scores of the last minute may be lost. */
async function afterLostDisk({ node, played, cli, dataDir, archive }: Machine, before: string[]): Promise<Figure[]> {
  const base = join(dataDir, 'second-base');
  await cli('base-backup', base);
  const kept = [...before, ...(await submit(played, SCORES))];
  const took = await untilArchived(archive);
  await node.kill();
  const cluster = join(dataDir, (await loadPostgresState(dataDir))!.directory);
  process.kill(findServer(cluster)!.pid, 'SIGKILL');
  await rm(cluster, { recursive: true, force: true, maxRetries: 10 });
  await cli('recover', base);
  await node.start();
  return [
    figure('until scores were in the archive', took, 's', { atMost: RPO_SECONDS }),
    figure('missing archived scores', kept.length - (await found(dataDir, kept)), 'scores', { atMost: 0 }),
    figure(
      'epoch after the lost disk',
      await queryNumber(await urlOf(dataDir), 'select max(epoch) as n from log.epochs'),
      '',
      {
        atLeast: 3,
      },
    ),
  ];
}

async function submit({ students, scenarios, sessionId }: PreparedClass, count: number): Promise<string[]> {
  const attempts = Array.from({ length: count }, (_, nth) =>
    makeAttempt(scenarios[nth % scenarios.length]!, sessionId, 0, new Date()),
  );
  for (const [nth, attempt] of attempts.entries())
    await students[nth % students.length]!.send('POST', '/api/scores', attempt);
  return attempts.map(({ attemptId }) => attemptId);
}

const urlOf = async (dataDir: string): Promise<string> => urlsOf((await loadPostgresState(dataDir))!).appUrl;

const found = async (dataDir: string, attemptIds: readonly string[]): Promise<number> =>
  withClient(await urlOf(dataDir), async (client) => (await postgresLog(client).timesOf(attemptIds)).length);

const newestEpoch = async (dataDir: string): Promise<number> =>
  queryNumber(await urlOf(dataDir), 'select max(epoch) as n from log.events');

/** A demo user who does not play. */
const bystander = async (dataDir: string): Promise<string> =>
  (await readAccountsFile(join(dataDir, 'demo-accounts.json'))).at(-1)!.username;

const erasures = async (dataDir: string): Promise<number> =>
  queryNumber(
    await urlOf(dataDir),
    `select count(*) as n from plain.erased_subjects e join log.events on data ->> 'userId' = e.subject_id::text
     where type = 'PersonalDataErased'`,
  );

/** Returns the seconds until a segment was archived that began after this call. */
async function untilArchived(archive: string): Promise<number> {
  const began = performance.now();
  const [cluster] = await readdir(archive);
  const folder = join(archive, cluster!);
  const segments = async (): Promise<number> => {
    const names = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
    const sizes = await Promise.all(names.map((name) => stat(join(folder, name))));
    return sizes.filter(({ size }) => size > 0).length;
  };
  const before = await segments();
  while ((await segments()) === before && performance.now() - began < 2 * RPO_SECONDS * 1_000) await pause(200);
  return (performance.now() - began) / 1_000;
}
