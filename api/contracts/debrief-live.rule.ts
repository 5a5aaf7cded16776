import type { LiveRow } from './live.contract.js';
import type { RecordedStateRow, Recording, RecordingRow } from './recording.contract.js';

/** Steps that change the dates of a class or the editions of its catalogue, which are not part of the topic. */
const NEEDS_LOAD = /^(catalogue|started|ended|resumed)$/;

/**
 * Returns a recording with further rows of topic `recording`, except those whose keys are in `added`: messages can repeat rows. Adds the keys
 * of the others to it. Null when a row cannot be added and the recording must be loaded again: a step that changes more than the topic
 * sends, or an attempt in a scenario or by a person that the recording does not know.
 */
export function withRows(
  recording: Recording,
  rows: readonly LiveRow<RecordingRow>[],
  added: Set<string>,
): Recording | null {
  const sorted = rows.toSorted((a, b) => a.sequence - b.sequence);
  const people = [...recording.people];
  const places = new Map(people.map(([id], index) => [id, index]));
  const next = {
    ...recording,
    people,
    steps: [...recording.steps],
    roster: [...recording.roster],
    attempts: [...recording.attempts],
    regraded: [...recording.regraded],
  };
  const scenarios = new Map(recording.scenarios.map((id, index) => [id, index]));
  // People are first, because steps of the same message name them.
  for (const { value } of sorted) {
    if (value?.kind !== 'person') continue;
    const place = places.get(value.person[0]) ?? people.length;
    places.set(value.person[0], place);
    people[place] = value.person;
  }
  for (const { key, value, sequence } of sorted) {
    if (!value || value.kind === 'person' || sequence <= recording.sequence || added.has(key)) continue;
    added.add(key);
    if (value.kind === 'step') {
      if (NEEDS_LOAD.test(value.step[2])) return null;
      next.steps.push(value.step);
      continue;
    }
    if (value.kind === 'roster') {
      const [at, time, kind, userId] = value.step;
      const person = places.get(userId);
      if (person === undefined) return null;
      next.roster.push([at, time, kind, person]);
      continue;
    }
    if (value.kind === 'regraded') {
      next.regraded.push(value.attempt);
      continue;
    }
    const [at, userId, scenarioId, ...figures] = value.attempt;
    const [person, scenario] = [places.get(userId), scenarios.get(scenarioId)];
    if (person === undefined || scenario === undefined) return null;
    next.attempts.push([at, person, scenario, ...figures] as unknown as Recording['attempts'][number]);
  }
  // A change can overtake the rest of a long reply.
  for (const part of [next.steps, next.roster, next.attempts, next.regraded] as unknown as [number][][])
    part.sort(([a], [b]) => a - b);
  return next;
}

/** An update of topic `recorded-states`. With `full`, `rows` contains all bookmarks, but not all earlier states. */
interface StatesUpdate {
  readonly full: boolean;
  readonly rows: readonly LiveRow<RecordedStateRow>[];
}

/** Returns a recording with the states and bookmarks of further updates. Unknown people and scenarios are left out. */
export function withStates(recording: Recording, updates: readonly StatesUpdate[]): Recording {
  const places = new Map<string | null, number>(recording.people.map(([id], index) => [id, index]));
  const scenarios = new Map<string | null, number>(recording.scenarios.map((id, index) => [id, index]));
  const newest = new Map(recording.states.map(([at, person]) => [person, at]));
  const bookmarks = new Map(recording.bookmarks.map((bookmark) => [bookmark[0], bookmark]));
  const states: Recording['states'] = [];
  for (const { full, rows } of updates) {
    if (full) bookmarks.clear();
    for (const { key, value } of rows) {
      if (!value) {
        bookmarks.delete(key);
      } else if (value.kind === 'bookmark') {
        const author = places.get(value.authorId);
        if (author !== undefined) bookmarks.set(key, [key, value.at, author, value.note]);
      } else {
        const person = places.get(key);
        if (person === undefined || newest.get(person)! >= value.at) continue;
        const scenario = scenarios.get(value.scenarioId) ?? null;
        const helper = places.get(value.helperId) ?? null;
        states.push([value.at, person, value.presence, value.help, scenario, helper]);
      }
    }
  }
  return {
    ...recording,
    presenceSince: recording.presenceSince ?? states[0]?.[0] ?? null,
    states: states[0] ? [...recording.states, ...states].toSorted(([a], [b]) => a - b) : recording.states,
    bookmarks: [...bookmarks.values()].toSorted(([, a], [, b]) => a - b),
  };
}
