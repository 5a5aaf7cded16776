import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { figure, median } from '../figure.js';
import type { Suite } from '../suite.js';

const STARTS = 3;
/** The garbage collector returns the memory that only the start needed 15 to 40 s later, in one go. */
const IDLE_MS = 60_000;
const MIB_IN_KB = 1_024;

/** Measures from the command to the ready line on a log of 200,000 events, and the memory of the idle process. */
export const start: Suite = {
  name: 'start',
  async run({ say, environment }) {
    const { start } = await environment();
    const times: number[] = [];
    for (let nth = 1; nth < STARTS; nth += 1) {
      const platform = await start();
      times.push(platform.readyAfter);
      await platform.stop();
    }
    const platform = await start();
    times.push(platform.readyAfter);
    await pause(IDLE_MS);
    const memory = await residentMegabytes(platform.pid);
    await platform.stop();
    say(
      `Starts: ${times.map((time) => `${(time / 1_000).toFixed(1)} s`).join(', ')}; memory: resident, ${IDLE_MS / 1_000} s after the last`,
    );
    return [
      figure('start to ready, existing data', median(times) / 1_000, 's', { atMost: 5 }),
      figure('idle memory, one process, both roles', memory, 'MB', { atMost: 140 }),
    ];
  },
};

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / MIB_IN_KB;
}
