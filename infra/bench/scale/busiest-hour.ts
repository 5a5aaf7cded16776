import type { Costs } from './costs.js';

/** Assumptions about users. Everything else is measured. */
export const HOUR = {
  /** Share of all students who are in class in the busiest hour. */
  shareInClass: 0.25,
  studentsOfAClass: 30,
  /** All classes start on the hour. Two thirds of the students sign in within this many minutes before or after it. */
  arrivalMinutes: 3,
  /** Results per student and hour. In the last ten minutes twice as many per minute. */
  resultsOfAStudent: 15,
  /** Requests of a sign-in and of joining a class. */
  eventsOfAnArrival: 2,
  /** Maximum load of a core in the busiest minute. */
  busiestShare: 0.7,
  /** 99 of 100 results wait at most this many milliseconds for a busy node. */
  longestWaitMs: 50,
} as const;

const SECONDS = 3_600;
const BEFORE = 600;
const LAST_MINUTES = 600;
/** Seconds with the highest load: around the start, and at the end. */
const BUSIEST = [
  [-300, 300],
  [SECONDS - 300, SECONDS],
] as const;
const SEED = 20_261_121;

export interface BusiestHour {
  readonly students: number;
  readonly inClass: number;
  /** Per second, in the busiest minute of each. */
  readonly signIns: number;
  readonly scores: number;
  readonly pushes: number;
  readonly httpNodes: number;
  readonly socketsOfANode: number;
  readonly memoryOfANode: number;
  /** Busy cores in the busiest minute: for requests and messages, for password hashes, and of the database. */
  readonly loopCores: number;
  readonly passwordCores: number;
  readonly databaseCores: number;
  /** Milliseconds that results wait for a node. */
  readonly waitP50: number;
  readonly waitP99: number;
  /** Share of time in which the projector is busy in the busiest minute, and its largest lag in seconds. */
  readonly projector: number;
  readonly projectorLag: number;
}

/** Simulates an hour in which this many students of a platform have class, with as many http nodes as needed. */
export function busiestHour(costs: Costs, students: number): BusiestHour {
  const inClass = Math.round(students * HOUR.shareInClass);
  const load = busiestLoad(costs, inClass);
  let httpNodes = Math.max(1, Math.ceil(Math.max(load.loops, load.passwords) / HOUR.busiestShare));
  let waits = waitsAtANode(costs, inClass / httpNodes);
  while (waits.p99 > HOUR.longestWaitMs)
    waits = waitsAtANode(costs, inClass / (httpNodes += Math.ceil(httpNodes / 20)));
  const socketsOfANode = Math.ceil((inClass * (1 + 1 / HOUR.studentsOfAClass)) / httpNodes);
  return {
    students,
    inClass,
    signIns: arrivalsAt(inClass, 0),
    scores: resultsAt(inClass, SECONDS),
    pushes: resultsAt(inClass, SECONDS) * costs.pushesPerScore,
    httpNodes,
    socketsOfANode,
    memoryOfANode: costs.nodeMemory + socketsOfANode * costs.socketMemory,
    loopCores: load.loops,
    passwordCores: load.passwords,
    databaseCores: load.database,
    waitP50: waits.p50,
    waitP99: waits.p99,
    projector: load.projector,
    projectorLag: load.projector >= 1 ? Number.POSITIVE_INFINITY : longestLag(costs, inClass),
  };
}

/** Returns the sign-ins per second. `at` is in seconds after the hour. */
export function arrivalsAt(inClass: number, at: number): number {
  const deviation = HOUR.arrivalMinutes * 60;
  return (inClass / (deviation * Math.sqrt(2 * Math.PI))) * Math.exp(-((at / deviation) ** 2) / 2);
}

/** Returns the submitted results per second. */
export function resultsAt(inClass: number, at: number): number {
  if (at < 0) return 0;
  const usual = (inClass * HOUR.resultsOfAStudent) / (SECONDS + LAST_MINUTES);
  return at >= SECONDS - LAST_MINUTES ? 2 * usual : usual;
}

/** Returns the busy cores in the busiest moment of each part; for the projector, the share of one worker. */
export function busiestLoad(costs: Costs, inClass: number) {
  const { score, signIn, admission, socketSecond, projected } = costs;
  const most = (microseconds: (arrivals: number, results: number) => number): number =>
    Math.max(...[0, SECONDS].map((at) => microseconds(arrivalsAt(inClass, at), resultsAt(inClass, at)))) / 1e6;
  return {
    loops: most((arrivals, results) => arrivals * admission.http + results * score.http + inClass * socketSecond.http),
    // Hashed in another thread, on another core.
    passwords: most((arrivals) => arrivals * signIn.http),
    database: most(
      (arrivals, results) =>
        arrivals * (signIn.database + admission.database) + results * score.database + inClass * socketSecond.database,
    ),
    projector: Math.max(...[0, SECONDS].map((at) => eventsAt(inClass, at))) / projected,
  };
}

const eventsAt = (inClass: number, at: number): number =>
  arrivalsAt(inClass, at) * HOUR.eventsOfAnArrival + resultsAt(inClass, at);

/** Simulates the waiting time of results at one node, which has one event loop and serves first come, first served. */
function waitsAtANode(costs: Costs, inClass: number): { p50: number; p99: number } {
  const random = seededRandom(SEED);
  // Subtracts the cost of idle sockets.
  const speed = 1 - (inClass * costs.socketSecond.http + costs.nodeSecond.http) / 1e6;
  if (speed <= 0) return { p50: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY };
  const arrival = costs.admission.http / 1e6 / speed;
  const score = costs.score.http / 1e6 / speed;
  const most = Math.max(...[0, SECONDS].map((at) => arrivalsAt(inClass, at) + resultsAt(inClass, at)));
  const waits: number[] = [];
  for (const [from, to] of BUSIEST) {
    let freeAt = from;
    for (let now: number = from; now < to; now += untilNext(most, random)) {
      const chance = random() * most;
      const arrivals = arrivalsAt(inClass, now);
      const isScore = chance >= arrivals && chance < arrivals + resultsAt(inClass, now);
      if (chance >= arrivals && !isScore) continue;
      const begins = Math.max(now, freeAt);
      if (isScore) waits.push((begins - now) * 1_000);
      // Some take long, most do not.
      freeAt = begins + untilNext(1 / (isScore ? score : arrival), random);
    }
  }
  waits.sort((a, b) => a - b);
  const share = (of: number): number => waits[Math.floor((waits.length - 1) * of)] ?? 0;
  return { p50: share(0.5), p99: share(0.99) };
}

/** Returns the largest lag of one projector in seconds, when events arrive at random and are applied ten times per second. */
function longestLag({ projected }: Costs, inClass: number): number {
  const random = seededRandom(SEED);
  const step = 0.1;
  let waiting = 0;
  let longest = 0;
  for (let now = -BEFORE; now < SECONDS; now += step) {
    const mean = eventsAt(inClass, now) * step;
    const come = Math.max(0, mean + Math.sqrt(mean) * normal(random));
    waiting = Math.max(0, waiting + come - projected * step);
    longest = Math.max(longest, waiting / projected);
  }
  return longest;
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Returns random numbers from 0 to below 1, the same for the same seed, so that a page can be compared with its data. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the time until the next random arrival, at this many per second. */
const untilNext = (perSecond: number, random: () => number): number => -Math.log(1 - random()) / perSecond;
