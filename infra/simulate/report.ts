import type { SimulationResult } from './simulate-class.js';

/** Prints the figures in readable form. */
export function report(result: SimulationResult): string {
  const lines: [string, string][] = [
    ['submitted', String(result.submitted)],
    ['acknowledged', String(result.acknowledged)],
    ['seen live', String(result.seenLive)],
    ['lost', String(result.lost)],
    ['doubled', String(result.doubled)],
    ['POST to socket', `p50 ${ms(result.p50)}, p99 ${ms(result.p99)}`],
    ['leaderboard', `${result.leaderboardUpdates} updates`],
    ...Object.entries(result.refusals).map(([reason, count]): [string, string] => ['refused', `${count} × ${reason}`]),
  ];
  return lines.map(([name, value]) => `${name.padEnd(16)}${value}`).join('\n');
}

const ms = (value: number | null): string => (value === null ? '-' : `${Math.round(value)} ms`);
