import { setTimeout as pause } from 'node:timers/promises';
import { MAX_SCORECARDS, type Scorecard } from '../../api/contracts/score.contract.js';
import { inParallel } from '../../api/platform/in-parallel.js';
import type { PreparedClass } from './prepare-class.js';

/** Longest time that the read models may lag behind the log. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 500;
const READS_AT_ONCE = 4;

export interface Consistency {
  /** Acknowledged, but not stored. */
  readonly lost: number;
  /** Stored more than once. */
  readonly doubled: number;
}

/** Compares the acknowledged attempts with all attempts that the platform returns. */
export async function checkConsistency(prepared: PreparedClass, acknowledged: readonly string[]): Promise<Consistency> {
  const givesUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const comparison = compare(acknowledged, await listAttempts(prepared));
    if (comparison.lost === 0 || Date.now() > givesUpAt) return comparison;
    await pause(LOOK_EVERY_MS);
  }
}

export function compare(acknowledged: readonly string[], stored: readonly string[]): Consistency {
  const counts = new Map<string, number>();
  for (const attemptId of stored) counts.set(attemptId, (counts.get(attemptId) ?? 0) + 1);
  const timesStored = acknowledged.map((attemptId) => counts.get(attemptId) ?? 0);
  return {
    lost: timesStored.filter((times) => times === 0).length,
    doubled: timesStored.filter((times) => times > 1).length,
  };
}

/** Reads each student and page separately, because a response has a maximum size. */
async function listAttempts({ instructor, students, sessionId }: PreparedClass): Promise<string[]> {
  const lists = await inParallel(READS_AT_ONCE, students, async ({ userId }) => {
    const path = `/api/scores/session/${sessionId}/all?attempts=all&includeFailedScores=true&userId=${userId}`;
    const attempts: string[] = [];
    for (;;) {
      const page = await instructor.get<Scorecard[]>(`${path}&offset=${attempts.length}`);
      attempts.push(...page.map(({ attemptId }) => attemptId));
      if (page.length < MAX_SCORECARDS) return attempts;
    }
  });
  return lists.flat();
}
