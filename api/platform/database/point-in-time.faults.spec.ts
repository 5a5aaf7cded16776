import { appendFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder, removeDataDir } from '../../start/testing/folders.js';
import { until } from '../../testing/until.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
import { prepareRecovery, takeBaseBackup } from './point-in-time.js';
import { locateCluster } from './postgres-location.js';
import { withClient } from './postgres-roles.js';
import { findServer, launchServer } from './postgres-server.js';
import { loadPostgresState } from './postgres-state.js';
import { archiveOf, isArchiveFailing, restoreCommand, systemIdentifierOf } from './wal-archive.js';

const dataDir = makeFolder('point-in-time', 0o711);
const walArchiveDir = join(dataDir, 'archive');
const base = join(dataDir, 'base');
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir, walArchiveDir });
  await run('create table notes (note text)');
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  removeDataDir(dataDir);
});

const run = (text: string) => withClient(postgres.superuserUrl, async (client) => (await client.query(text)).rows);
const note = (text: string) => run(`insert into notes values ('${text}')`);
const notes = async () => (await run('select note from notes order by note')).map(({ note: text }) => text as string);

/** Returns a moment with a gap of 20 ms to the transactions before and after it. */
async function aMoment(): Promise<Date> {
  await pause(20);
  const moment = new Date();
  await pause(20);
  return moment;
}

async function recover(moment?: Date): Promise<void> {
  await postgres.stop();
  await prepareRecovery(dataDir, walArchiveDir, base, moment);
  postgres = await startEmbeddedPostgres({ dataDir, walArchiveDir });
}

/** Locates the cluster, to start it without supervision. */
async function located() {
  const state = (await loadPostgresState(dataDir))!;
  return { ...(await locateCluster(dataDir, state, () => undefined)), port: state.port };
}

it('recovers to a moment, to a later one that the first recovery had undone, and to moments after a recovery', async () => {
  const began = Date.now();
  await takeBaseBackup(dataDir, base);
  await expect(prepareRecovery(dataDir, walArchiveDir, base, new Date(began + 1))).rejects.toThrow(
    /can only recover to moments after /,
  );
  await note('a');
  const early = await aMoment();
  await note('b');
  const late = await aMoment();
  await note('c');
  await recover(early);
  expect(await notes()).toEqual(['a']);
  await note('d');
  // The archive stores the time of a timeline in whole seconds.
  await pause(1_000);
  const onSecond = await aMoment();
  await note('e');
  await recover(late);
  expect(await notes()).toEqual(['a', 'b']);
  await note('f');
  await recover(onSecond);
  expect(await notes()).toEqual(['a', 'd']);
  await note('g');
  await recover();
  expect(await notes()).toEqual(['a', 'd', 'g']);
}, 120_000);

it('keeps the newest WAL when a recovery is run again after a kill between its two renames', async () => {
  const before = await notes();
  await postgres.stop();
  const { cluster, port } = await located();
  const pid = await launchServer(cluster, port);
  await note('z');
  // SIGQUIT: a server that shuts down cleanly archives its last segment.
  process.kill(pid, 'SIGQUIT');
  await until(() => findServer(cluster.directory) === undefined);
  const aside = await prepareRecovery(dataDir, walArchiveDir, base, undefined);
  await rename(cluster.directory, `${cluster.directory}.recovery`);
  expect(await prepareRecovery(dataDir, walArchiveDir, base, undefined)).not.toBeNull();
  expect(await readdir(dirname(aside!))).not.toContain(`${basename(cluster.directory)}.recovery`);
  postgres = await startEmbeddedPostgres({ dataDir, walArchiveDir });
  expect(await notes()).toEqual([...before, 'z']);
}, 120_000);

it('removes the unfinished copy of a failed recovery, and leaves the database unchanged', async () => {
  const before = await notes();
  const damaged = join(dataDir, 'damaged');
  await cp(base, damaged, { recursive: true });
  await rm(join(damaged, 'postgresql.auto.conf'));
  await mkdir(join(damaged, 'postgresql.auto.conf'));
  await postgres.stop();
  await expect(prepareRecovery(dataDir, walArchiveDir, damaged, undefined)).rejects.toThrow('EISDIR');
  const { cluster } = await located();
  expect(await readdir(dirname(cluster.directory))).not.toContain(`${basename(cluster.directory)}.recovery`);
  postgres = await startEmbeddedPostgres({ dataDir, walArchiveDir });
  expect(await notes()).toEqual(before);
}, 120_000);

it('removes the copy of a base backup after its connection is lost, and keeps the folder of another backup', async () => {
  const folder = join(dataDir, 'broken');
  const broken = expect(takeBaseBackup(dataDir, folder)).rejects.toThrow(/connection|terminat/i);
  const isCopying = `query like '%pg_backup_start%' and state = 'idle'`;
  await until(
    async () => (await run(`select pg_terminate_backend(pid) from pg_stat_activity where ${isCopying}`)).length > 0,
  );
  await broken;
  expect((await readdir(dataDir)).filter((name) => name.startsWith('broken'))).toEqual([]);
  await mkdir(`${folder}.part`);
  await expect(takeBaseBackup(dataDir, folder)).rejects.toThrow(`${folder}.part already exists`);
});

it('waits for a recovery that takes longer than the time limit of a start', async () => {
  await postgres.stop();
  await prepareRecovery(dataDir, walArchiveDir, base, undefined);
  const { cluster, port } = await located();
  const restore = restoreCommand(archiveOf(walArchiveDir, await systemIdentifierOf(base)));
  await appendFile(
    join(cluster.directory, 'postgresql.auto.conf'),
    `restore_command = 'sleep 0.5; ${restore.replaceAll("'", "''")}'\n`,
  );
  const began = performance.now();
  const patienceMs = 5_000;
  await launchServer(cluster, port, patienceMs);
  expect(performance.now() - began).toBeGreaterThan(patienceMs);
  postgres = await startEmbeddedPostgres({ dataDir, walArchiveDir });
}, 120_000);

it('reports failing archiving until archiving is turned off', async () => {
  const isFailing = () => withClient(postgres.superuserUrl, isArchiveFailing);
  expect(await isFailing()).toBe(false);
  await postgres.stop();
  const { cluster, port } = await located();
  const pid = await launchServer({ ...cluster, archive: join(dataDir, 'missing') }, port);
  await run('select pg_switch_wal()');
  await until(isFailing);
  // SIGINT: a killed server loses its statistics.
  process.kill(pid, 'SIGINT');
  await until(() => findServer(cluster.directory) === undefined);
  postgres = await startEmbeddedPostgres({ dataDir });
  expect(await isFailing()).toBe(false);
});
