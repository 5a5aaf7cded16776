import type { Costs } from './costs.js';

/** What is assumed of people; everything else is measured. */
export const HOUR = {
  /** Of all students, those who are in class in the busiest hour. */
  shareInClass: 0.25,
  studentsOfAClass: 30,
  /** All classes begin on the hour; two thirds of the students sign in within so many minutes before or after it. */
  arrivalMinutes: 3,
  /** Results of a student in an hour; in the last ten minutes twice as many a minute. */
  resultsOfAStudent: 15,
  /** Of a sign-in and of taking a place in class. */
  eventsOfAnArrival: 2,
  /** No core is planned to be busier in the busiest minute. */
  busiestShare: 0.7,
  /** Of a hundred results 99 wait no longer for a busy node, in milliseconds. */
  longestWaitMs: 50,
} as const;

const SECONDS = 3_600;
const BEFORE = 600;
const LAST_MINUTES = 600;
/** Seconds in which most comes: around the beginning, and at the end. */
const BUSIEST = [
  [-300, 300],
  [SECONDS - 300, SECONDS],
] as const;
const SEED = 20_261_121;

export interface BusiestHour {
  readonly students: number;
  readonly inClass: number;
  /** A second, in the busiest minute of each. */
  readonly signIns: number;
  readonly scores: number;
  readonly pushes: number;
  readonly httpNodes: number;
  readonly socketsOfANode: number;
  readonly memoryOfANode: number;
  /** Cores that are busy in the busiest minute: what answers and tells, what looks at passwords, and the database. */
  readonly loopCores: number;
  readonly passwordCores: number;
  readonly databaseCores: number;
  /** How long results wait for a node, in milliseconds. */
  readonly waitP50: number;
  readonly waitP99: number;
  /** Share of the time the projector is busy in the busiest minute, and how far it falls behind, in seconds. */
  readonly projector: number;
  readonly projectorLag: number;
}

/** An hour in which so many students of a platform have class, with as many http nodes as they need. */
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

/** How many sign in a second; `at` in seconds after the hour. */
export function arrivalsAt(inClass: number, at: number): number {
  const deviation = HOUR.arrivalMinutes * 60;
  return (inClass / (deviation * Math.sqrt(2 * Math.PI))) * Math.exp(-((at / deviation) ** 2) / 2);
}

/** How many hand in a result a second. */
export function resultsAt(inClass: number, at: number): number {
  if (at < 0) return 0;
  const usual = (inClass * HOUR.resultsOfAStudent) / (SECONDS + LAST_MINUTES);
  return at >= SECONDS - LAST_MINUTES ? 2 * usual : usual;
}

/** Cores that are busy in the busiest moment, whichever that is for each; of the projector as a share of one worker. */
export function busiestLoad(costs: Costs, inClass: number) {
  const { score, signIn, admission, socketSecond, projected } = costs;
  const most = (microseconds: (arrivals: number, results: number) => number): number =>
    Math.max(...[0, SECONDS].map((at) => microseconds(arrivalsAt(inClass, at), resultsAt(inClass, at)))) / 1e6;
  return {
    loops: most((arrivals, results) => arrivals * admission.http + results * score.http + inClass * socketSecond.http),
    // Hashed beside the loop, on another core.
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

/** One node, one loop, whoever comes first is served first; how long results wait before they are looked at. */
function waitsAtANode(costs: Costs, inClass: number): { p50: number; p99: number } {
  const random = seededRandom(SEED);
  // What silent sockets take is not there for anybody else.
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

/** How far one projector falls behind at most, in seconds, when events come by chance and are taken in ten times a second. */
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

/** Numbers from 0 to below 1, the same ones for the same seed: a page can be compared with what it was made from. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Until the next of those who come by chance, so many a second. */
const untilNext = (perSecond: number, random: () => number): number => -Math.log(1 - random()) / perSecond;
