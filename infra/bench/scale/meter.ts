import { setTimeout as pause } from 'node:timers/promises';
import { cpuTimeOf, cpuTimeOfServer } from '../environment/cpu-time.js';
import type { PlatformProcess } from '../environment/platform-process.js';

/** The processes whose cost is measured. */
export interface MeteredProcesses {
  readonly httpNodes: readonly PlatformProcess[];
  readonly worker: PlatformProcess;
  readonly databasePid: number;
}

/** Milliseconds of processor time of each part of the platform. */
export interface Cost {
  readonly http: number;
  readonly worker: number;
  readonly database: number;
}

export interface Metered<Result> {
  readonly result: Result;
  readonly seconds: number;
  readonly cost: Cost;
}

/** Returns the cost of each part of the platform during `work`. */
export async function metered<Result>(
  cluster: MeteredProcesses,
  work: () => Promise<Result>,
): Promise<Metered<Result>> {
  const before = await costOf(cluster);
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  const after = await costOf(cluster);
  return { result, seconds, cost: mapCost(after, (part) => after[part] - before[part]) };
}

/** Returns the cost of each part per second without activity. */
export async function idleCost(cluster: MeteredProcesses, seconds: number): Promise<Cost> {
  const idle = await metered(cluster, () => pause(seconds * 1_000));
  return mapCost(idle.cost, (part) => idle.cost[part] / idle.seconds);
}

/** Returns microseconds of processor time per item, minus the cost of `idle` per second. */
export function costOfEach(count: number, { cost, seconds }: Metered<unknown>, idle: Cost): Cost {
  return mapCost(cost, (part) => Math.max(0, ((cost[part] - idle[part] * seconds) * 1_000) / count));
}

async function costOf({ httpNodes, worker, databasePid }: MeteredProcesses): Promise<Cost> {
  const http = await Promise.all(httpNodes.map(({ pid }) => cpuTimeOf(pid)));
  return {
    http: http.reduce((sum, time) => sum + time, 0),
    worker: await cpuTimeOf(worker.pid),
    database: await cpuTimeOfServer(databasePid),
  };
}

function mapCost(cost: Cost, change: (part: keyof Cost) => number): Cost {
  const parts = Object.keys(cost) as (keyof Cost)[];
  return Object.fromEntries(parts.map((part) => [part, change(part)])) as unknown as Cost;
}
