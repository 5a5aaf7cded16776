import { readdir, readFile } from 'node:fs/promises';

/** Unit of Linux's process times, the same on all systems. */
const TICKS_PER_SECOND = 100;

/** Returns the processor time of a process in milliseconds, which is less affected by other work on the same cores than elapsed time. */
export async function cpuTimeOf(pid: number): Promise<number> {
  const { own } = await timesOf(pid);
  return own;
}

/** Like {@link cpuTimeOf}, for a server with all its processes, including those that have exited. */
export async function cpuTimeOfServer(pid: number): Promise<number> {
  const { own, ended } = await timesOf(pid);
  const others = await Promise.all((await childrenOf(pid)).map((child) => cpuTimeOf(child).catch(() => 0)));
  return others.reduce((sum, time) => sum + time, own + ended);
}

async function timesOf(pid: number): Promise<{ own: number; ended: number; parent: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The program's name may contain spaces and parentheses. The fields after it cannot.
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
