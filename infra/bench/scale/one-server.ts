import { arrivalsAt, HOUR, resultsAt } from './busiest-hour.js';
import type { Costs } from './costs.js';
import type { PartCost } from './scale-results.js';

/** Number of nodes in the compose file. */
const NODES = 2;
const HOUR_SECONDS = 3_600;
const PARTS = ['http', 'worker', 'database'] as const;

/** A server that runs everything, in its busiest minute. */
export interface OneServer {
  readonly cores: number;
  /** Students in class at once. */
  readonly inClass: number;
  readonly signIns: number;
  readonly results: number;
  /** Megabytes of both http nodes. */
  readonly httpMemory: number;
}

/** Returns the capacity of a server with this many cores within the planned load. All parts share its cores. */
export function oneServer(costs: Costs, cores: number): OneServer {
  const free = HOUR.busiestShare * cores * 1e6 - NODES * sum(costs.nodeSecond);
  const inClass = free / microsecondsOfAStudent(costs);
  return {
    cores,
    inClass,
    signIns: arrivalsAt(inClass, 0),
    results: resultsAt(inClass, HOUR_SECONDS),
    httpMemory: NODES * costs.nodeMemory + inClass * costs.socketMemory,
  };
}

/** Returns the processor time per student and second at the start or the end of classes, whichever is more. */
function microsecondsOfAStudent({ signIn, admission, score, socketSecond }: Costs): number {
  const atOnce = [0, HOUR_SECONDS].map(
    (at) => arrivalsAt(1, at) * (sum(signIn) + sum(admission)) + resultsAt(1, at) * sum(score) + sum(socketSecond),
  );
  return Math.max(...atOnce);
}

const sum = (cost: PartCost): number => PARTS.reduce((total, part) => total + cost[part], 0);
