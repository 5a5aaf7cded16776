import { setTimeout as pause } from 'node:timers/promises';
import type { GradebookRow } from '../../api/contracts/gradebook.contract.js';
import type { ClassAccounts } from './accounts.js';
import { AttemptLedger } from './attempt-ledger.js';
import { checkConsistency, type Consistency } from './check-consistency.js';
import { ClassPresence } from './class-presence.js';
import { LiveWatcher } from './live-watcher.js';
import { percentile } from './percentile.js';
import { type Pace, playClass } from './play-class.js';
import { prepareClass } from './prepare-class.js';
import type { Steps } from './steps.js';

/** Time after the last response within which its row may still arrive. */
const ARRIVAL_MS = 10_000;
const LOOK_EVERY_MS = 50;

export interface SimulationResult extends Consistency {
  readonly submitted: number;
  readonly acknowledged: number;
  /** Acknowledged attempts that the gradebook showed live. */
  readonly seenLive: number;
  readonly refused: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly leaderboardUpdates: number;
  /** Milliseconds from the first POST of an attempt to its row on the socket. */
  readonly p50: number | null;
  readonly p99: number | null;
}

export interface Simulation extends Pace {
  readonly url: string;
  readonly accounts: ClassAccounts;
  readonly steps?: Steps;
  /** Called once, when all students are in class and the first attempt is about to be submitted. */
  readonly onPlaying?: () => void;
  /** Called several times a second while the class plays. */
  readonly onProgress?: (ledger: AttemptLedger) => void;
}

/** Plays a class through the public API and compares the submitted attempts with those seen and stored. @throws UserError */
export async function simulateClass(simulation: Simulation): Promise<SimulationResult> {
  const prepared = await prepareClass(simulation.url, simulation.accounts, simulation.steps);
  const { instructor, sessionId } = prepared;
  const ledger = new AttemptLedger();
  let leaderboardUpdates = -1;
  const gradebook = new LiveWatcher<GradebookRow>(instructor, 'gradebook', sessionId, (rows) => {
    const now = performance.now();
    for (const { key, value } of rows) if (value?.kind === 'cell') ledger.sawCell(key, value, now);
  });
  const leaderboard = new LiveWatcher(instructor, 'leaderboard', sessionId, () => (leaderboardUpdates += 1));
  const presence = new ClassPresence(prepared.students, sessionId);
  const progress = setInterval(() => simulation.onProgress?.(ledger), 250);
  try {
    await Promise.all([gradebook.start(), leaderboard.start()]);
    simulation.onPlaying?.();
    const refusals = await playClass(prepared, simulation, ledger, (...place) => presence.plays(...place));
    await arrived(ledger);
    const truth = await checkConsistency(prepared, ledger.acknowledged);
    return {
      submitted: ledger.submitted,
      acknowledged: ledger.acknowledged.length,
      seenLive: ledger.seen,
      refused: [...refusals.values()].reduce((sum, count) => sum + count, 0),
      refusals: Object.fromEntries(refusals),
      ...truth,
      leaderboardUpdates,
      p50: rounded(percentile(ledger.latencies, 50)),
      p99: rounded(percentile(ledger.latencies, 99)),
    };
  } finally {
    clearInterval(progress);
    presence.close();
    gradebook.close();
    leaderboard.close();
  }
}

async function arrived(ledger: AttemptLedger): Promise<void> {
  const givesUpAt = Date.now() + ARRIVAL_MS;
  while (!ledger.settled && Date.now() < givesUpAt) await pause(LOOK_EVERY_MS);
}

const rounded = (value: number | null): number | null => value && Math.round(value * 10) / 10;
