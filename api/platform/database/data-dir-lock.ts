import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processIdentity } from './process-identity.js';
import { StartError } from './start-error.js';

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

const lockPath = (dataDir: string): string => join(dataDir, 'run.lock');

/**
 * Locks a data folder for this process. Replaces a lock left by a killed process.
 * @returns a function that releases the lock
 * @throws StartError naming the live process that holds the lock
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const path = lockPath(dataDir);
  const ownLock = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  let stale = false;
  while (!tryLock(path, ownLock)) {
    refuseSecondStart(dataDir);
    rmSync(path, { force: true });
    stale = true;
  }
  if (stale) {
    // A concurrent start that found the same stale lock may remove this new one: wait for that, then check the owner.
    await pause(100);
    if (readLock(path) !== ownLock) return lockDataDir(dataDir);
  }
  return () => {
    if (readLock(path) === ownLock) rmSync(path, { force: true });
  };
}

/**
 * Checks, without locking, that no live process uses a data folder.
 * @throws StartError naming the live process
 */
export function refuseSecondStart(dataDir: string): void {
  const holder = liveHolder(dataDir);
  if (!holder) return;
  throw new StartError(
    `Ready Room already runs on ${dataDir} (process ${holder.pid}): stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Returns whether a live process uses a data folder. */
export const isPlatformRunning = (dataDir: string): boolean => liveHolder(dataDir) !== undefined;

function liveHolder(dataDir: string): Holder | undefined {
  const holder = parseHolder(readLock(lockPath(dataDir)));
  return holder && processIdentity(holder.pid) === holder.identity ? holder : undefined;
}

/** Creates the lock as a link to a complete file, so that no process can read a partly written lock. */
function tryLock(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseHolder(content: string | undefined): Holder | undefined {
  try {
    return content ? (JSON.parse(content) as Holder) : undefined;
  } catch {
    return undefined;
  }
}
