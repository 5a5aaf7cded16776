import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Serializes installations into the same folder. The lock of a killed process does not block later ones. */
export async function withLock(path, work) {
  let announced = false;
  while (!tryLock(path)) {
    if (!announced) console.log('Another preparation is running, waiting for it.');
    announced = true;
    await pause(200);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!holderLives(path)) rmSync(path, { force: true });
    return false;
  }
}

function holderLives(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    // The file is empty for a moment after its creation.
    if (pid) process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
