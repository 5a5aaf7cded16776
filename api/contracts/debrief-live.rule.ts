import type { LiveRow } from './live.contract.js';
import type { RecordedStateRow, Recording, RecordingRow } from './recording.contract.js';

/**
 * Returns a recording with further rows of topic `recording`. Null when a row cannot be added and the recording must be loaded again: an
 * attempt in a scenario or by a person that the recording does not know.
 */
export function withRows(
  recording: Recording,
  rows: readonly LiveRow<RecordingRow>[],
  sequence: number,
): Recording | null {
  const people = [...recording.people];
  const places = new Map(people.map(([id], index) => [id, index]));
  const next = {
    ...recording,
    people,
    steps: [...recording.steps],
    roster: [...recording.roster],
    attempts: [...recording.attempts],
    regraded: [...recording.regraded],
    sequence,
  };
  const scenarios = new Map(recording.scenarios.map((id, index) => [id, index]));
  // People are first, because steps of the same message name them.
  for (const { value } of rows) {
    if (value?.kind !== 'person') continue;
    const place = places.get(value.person[0]) ?? people.length;
    places.set(value.person[0], place);
    people[place] = value.person;
  }
  for (const row of rows) {
    const { value } = row;
    if (!value || value.kind === 'person' || row.sequence <= recording.sequence) continue;
    if (value.kind === 'step') {
      next.steps.push(value.step);
      // Columns of a new edition are not part of the topic.
      if (value.step[2] === 'catalogue') return null;
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
  return next;
}

/** Returns a recording with the newest states and all bookmarks of topic `recorded-states`. Unknown people and scenarios are left out. */
export function withStates(recording: Recording, rows: readonly LiveRow<RecordedStateRow>[]): Recording {
  const places = new Map(recording.people.map(([id], index) => [id, index]));
  const scenarios = new Map(recording.scenarios.map((id, index) => [id, index]));
  const newest = new Map(recording.states.map((state) => [state[1], state]));
  const bookmarks = new Map(recording.bookmarks.map((bookmark) => [bookmark[0], bookmark]));
  const states: Recording['states'] = [];
  for (const { key, value } of rows) {
    if (!value) {
      bookmarks.delete(key);
    } else if (value.kind === 'bookmark') {
      const author = places.get(value.authorId);
      if (author !== undefined) bookmarks.set(key, [key, value.at, author, value.note]);
    } else {
      const person = places.get(key);
      const former = person === undefined ? undefined : newest.get(person);
      if (person === undefined || (former && former[0] >= value.at)) continue;
      const scenario = value.scenarioId === null ? null : (scenarios.get(value.scenarioId) ?? null);
      const helper = value.helperId === null ? null : (places.get(value.helperId) ?? null);
      states.push([value.at, person, value.presence, value.help, scenario, helper]);
    }
  }
  return {
    ...recording,
    presenceSince: recording.presenceSince ?? states[0]?.[0] ?? null,
    states: states.length === 0 ? recording.states : [...recording.states, ...states].toSorted(([a], [b]) => a - b),
    bookmarks: [...bookmarks.values()].toSorted((a, b) => a[1] - b[1]),
  };
}
