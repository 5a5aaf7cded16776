import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Creates a temporary folder with exactly these rights, whatever the umask. */
export function makeFolder(name: string, mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), `ready-room-${name}-`));
  chmodSync(folder, mode);
  return folder;
}

/** Reads `postgres.json` of a data folder, with the cluster's real path. */
export function postgresStateOf(dataDir: string) {
  const state = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    directory: string;
    port: number;
    passwords: { admin: string };
  };
  const cluster = resolve(dataDir, state.directory);
  return {
    cluster,
    adminUrl: `postgres://ready_room_admin:${state.passwords.admin}@127.0.0.1:${state.port}/ready_room`,
    pid: () => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]),
  };
}

/** Deletes a data folder and a cluster elsewhere. Kills a server that still runs on it. */
export function removeDataDir(dataDir: string): void {
  try {
    const { cluster, pid } = postgresStateOf(dataDir);
    killIfAlive(pid);
    rmSync(cluster, { recursive: true, force: true });
  } catch {
    // The start did not reach the creation of a cluster.
  }
  rmSync(dataDir, { recursive: true, force: true });
}

function killIfAlive(pid: () => number): void {
  try {
    process.kill(pid(), 'SIGKILL');
  } catch {
    // Already deleted, as expected.
  }
}
