import { readdir, readFile } from 'node:fs/promises';

/** What Linux counts in, everywhere. */
const TICKS_PER_SECOND = 100;

/** Milliseconds of processor time a process has used: steadier than the clock where others work on the same cores. */
export async function cpuTimeOf(pid: number): Promise<number> {
  const { own } = await timesOf(pid);
  return own;
}

/** As {@link cpuTimeOf}, of a server and all its processes, those that have ended as well. */
export async function cpuTimeOfServer(pid: number): Promise<number> {
  const { own, ended } = await timesOf(pid);
  const others = await Promise.all((await childrenOf(pid)).map((child) => cpuTimeOf(child).catch(() => 0)));
  return others.reduce((sum, time) => sum + time, own + ended);
}

async function timesOf(pid: number): Promise<{ own: number; ended: number; parent: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may hold spaces and parentheses; what follows does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const milliseconds = (from: number): number =>
    ((Number(fields[from]) + Number(fields[from + 1])) * 1_000) / TICKS_PER_SECOND;
  return { own: milliseconds(11), ended: milliseconds(13), parent: Number(fields[1]) };
}

async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map((each) =>
      timesOf(each).then(
        ({ parent }) => parent,
        () => 0,
      ),
    ),
  );
  return pids.filter((_, index) => parents[index] === pid);
}
