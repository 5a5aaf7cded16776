import type { LiveRow } from '../../../api/contracts/live.contract.js';
import type { PresenceRow, PresenceState } from '../../../api/contracts/presence.contract.js';
import type { Member } from '../../../api/contracts/user.contract.js';
import { naturalOrder } from '../../shared/names/natural-order.js';

/** The states that the list can be filtered by. */
export const STATE_FILTERS = ['help', 'idle', 'online', 'offline'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

export interface MonitoredStudent {
  userId: string;
  /** Undefined while it loads, for example for a student who has just joined. */
  member: Member | undefined;
  presence: PresenceRow;
}

/** Counts of one scenario: active students without a help request, idle students, and students with a help request. */
export interface ScenarioCount {
  scenarioId: string | null;
  busy: number;
  idle: number;
  help: number;
}

const ORDER: readonly PresenceState[] = ['idle', 'online', 'offline'];

/** Returns whether the student has an open help request and is online. */
export const needsHelp = ({ state, needsHelpSince }: PresenceRow): boolean =>
  needsHelpSince !== null && state !== 'offline';

export const nameOf = ({ firstName, lastName, username }: Member): string =>
  `${firstName} ${lastName}`.trim() || username;

/** Sorts students: help requests first, the oldest before newer ones, then idle, online and offline students, each by name. */
export function monitoredStudents(
  rows: ReadonlyMap<string, LiveRow<PresenceRow>>,
  members: ReadonlyMap<string, Member>,
): MonitoredStudent[] {
  const students = [...rows].flatMap(([userId, { value }]) =>
    value
      ? [{ student: { userId, member: members.get(userId), presence: value }, place: describeLocation(value) }]
      : [],
  );
  const names = new Map([...members].map(([userId, member]) => [userId, nameOf(member)]));
  return students
    .toSorted((a, b) => {
      if (a.place !== b.place) return a.place < b.place ? -1 : 1;
      return naturalOrder(names.get(a.student.userId) ?? '', names.get(b.student.userId) ?? '');
    })
    .map(({ student }) => student);
}

/** Returns a text that sorts by state, and help requests by their time. */
function describeLocation(presence: PresenceRow): string {
  if (needsHelp(presence)) return `0 ${presence.needsHelpSince}`;
  const asked = presence.needsHelpSince === null ? 1 : 0;
  return `${ORDER.indexOf(presence.state) + 1} ${asked}`;
}

export const isIn = (filter: StateFilter, { presence }: MonitoredStudent): boolean =>
  filter === 'help' ? needsHelp(presence) : presence.state === filter;

export function countStates(students: readonly MonitoredStudent[]): Record<StateFilter, number> {
  const counts = { help: 0, idle: 0, online: 0, offline: 0 };
  for (const student of students) for (const filter of STATE_FILTERS) if (isIn(filter, student)) counts[filter] += 1;
  return counts;
}

/**
 * Counts online students by scenario, in the order of `scenarioIds`. Unknown scenarios are counted together; students in no scenario are
 * last.
 */
export function countScenarios(students: readonly MonitoredStudent[], scenarioIds: readonly string[]): ScenarioCount[] {
  const known = new Set(scenarioIds);
  const counts = new Map<string | null, ScenarioCount>();
  for (const { presence } of students) {
    if (presence.state === 'offline') continue;
    const { scenarioId: id } = presence;
    const scenarioId = id === null || known.has(id) ? id : OTHER_SCENARIO;
    const count = counts.get(scenarioId) ?? { scenarioId, busy: 0, idle: 0, help: 0 };
    counts.set(scenarioId, count);
    count[needsHelp(presence) ? 'help' : presence.state === 'idle' ? 'idle' : 'busy'] += 1;
  }
  return [...scenarioIds, OTHER_SCENARIO, null].flatMap((id) => counts.get(id) ?? []);
}

/** Id of all scenarios that are no longer in the catalogue. */
export const OTHER_SCENARIO = 'other';

/** Matches name and username, ignoring case. */
export function matches({ member }: MonitoredStudent, search: string): boolean {
  const text = member ? `${nameOf(member)} ${member.username}`.toLowerCase() : '';
  return text.includes(search.toLowerCase());
}
