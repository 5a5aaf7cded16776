import { isOpen } from './debrief-presence.rule.js';
import type { Recording } from './recording.contract.js';
import { HELP_CODES } from './recording.rule.js';

/** A help request of a student. Times are in milliseconds since 1970. */
export interface HelpRequest {
  readonly person: number;
  /** The scenario in which the student asked, as its index in the recording; null outside of scenarios. */
  readonly scenario: number | null;
  readonly askedAt: number;
  /** The first time at which staff answered or resolved it; null for a request without an answer. */
  readonly answeredAt: number | null;
  readonly endedAt: number;
}

/** Returns all help requests of a recording in the order of their ends. `end`: the time at which open requests end. */
export function helpRequestsOf({ states, people }: Recording, end: number): HelpRequest[] {
  const requests: HelpRequest[] = [];
  const open: (HelpRequest | undefined)[] = people.map(() => undefined);
  for (const [at, person, , help, scenario] of states) {
    const before = open[person];
    const answeredAt = before?.answeredAt ?? (help === HELP_CODES.none || help === HELP_CODES.asked ? null : at);
    if (isOpen(help)) {
      open[person] = { person, scenario, askedAt: at, endedAt: end, ...before, answeredAt };
    } else if (before) {
      requests.push({ ...before, answeredAt, endedAt: at });
      open[person] = undefined;
    }
  }
  return [...requests, ...open.filter((request) => request !== undefined)];
}

/** The requests of one student in one scenario. `waited`: milliseconds until the answers, or until the ends of those without one. */
export interface HelpNeeded extends Pick<HelpRequest, 'person' | 'scenario'> {
  readonly requests: number;
  readonly unanswered: number;
  readonly waited: number;
}

/** Returns who needed help where: most requests first, then the longest wait. */
export function helpNeeded(requests: readonly HelpRequest[]): HelpNeeded[] {
  const needed = new Map<string, HelpNeeded>();
  for (const { person, scenario, askedAt, answeredAt, endedAt } of requests) {
    const key = `${person} ${scenario}`;
    const before = needed.get(key) ?? { person, scenario, requests: 0, unanswered: 0, waited: 0 };
    needed.set(key, {
      ...before,
      requests: before.requests + 1,
      unanswered: before.unanswered + Number(answeredAt === null),
      waited: before.waited + (answeredAt ?? endedAt) - askedAt,
    });
  }
  return [...needed.values()].toSorted((a, b) => b.requests - a.requests || b.waited - a.waited);
}
