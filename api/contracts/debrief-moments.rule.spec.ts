import type { DebriefMarker, MarkerKind } from './debrief-markers.rule.js';
import { momentsOf } from './debrief-moments.rule.js';
import { CLASS_START, personId, recordedAttempt, sampleRecording } from './recording.fixture.js';

const at = (seconds: number): number => CLASS_START + seconds * 1_000;
const marker = (kind: MarkerKind, seconds: number, person = 0, index = 0): DebriefMarker => ({
  kind,
  at: at(seconds),
  person,
  index,
});

/** The bookmarks have these notes; attempts are two of each of three students, in two scenarios. */
function reasons(markers: readonly DebriefMarker[], notes: readonly string[] = []) {
  const recording = sampleRecording(9, 2, {
    attempts: [0, 1, 2, 3, 4, 5].map((nth) =>
      recordedAttempt(10 + nth, { person: nth % 3, scenario: nth < 3 ? 0 : 1 }),
    ),
    bookmarks: notes.map((note, nth) => [personId(50 + nth), 0, 0, note]),
  });
  return momentsOf(
    recording,
    markers.toSorted((a, b) => a.at - b.at),
    2,
  ).map(({ reason, students, marker: { at: time } }) => [(time - CLASS_START) / 1_000, reason, students]);
}

it('takes bookmarks first, those with a note before the others', () => {
  const bookmarks = [0, 1, 2, 3, 4, 5].map((nth) => marker('bookmark', nth * 10, 0, nth));
  expect(reasons([...bookmarks, marker('leader', 500)], ['', '', 'a', '', 'b', 'c'])).toEqual([
    [0, 'bookmark', 1],
    [10, 'bookmark', 1],
    [20, 'bookmark', 1],
    [40, 'bookmark', 1],
    [50, 'bookmark', 1],
  ]);
});

it('fills up with the largest events', () => {
  const help = [1, 2, 3].map((person) => marker('help-asked', 900 + person * 30, person));
  expect(
    reasons(
      [
        marker('bookmark', 300, 0, 0),
        marker('leader', 100),
        marker('leader', 700, 1),
        marker('handed-in', 150, 0, 0),
        marker('revealed', 2_000),
        marker('help-asked', 1_700, 1),
        ...help,
      ],
      ['note'],
    ),
  ).toEqual([
    [150, 'first-result', 1],
    [300, 'bookmark', 1],
    [700, 'final-leader', 1],
    [930, 'many-asked', 3],
    [2_000, 'revealed', 1],
  ]);
});

it('counts each student once, and only three or more at one time', () => {
  expect(reasons([1, 1, 2].map((person, nth) => marker('help-asked', nth * 10, person)))).toEqual([
    [0, 'first-asked', 1],
  ]);
  expect(reasons([1, 2, 3].map((person) => marker('help-asked', person * 120, person)))).toEqual([
    [120, 'first-asked', 1],
  ]);
});

it('takes the earliest of the times with the most students', () => {
  const wave = (from: number, people: number[]) =>
    people.map((person, nth) => marker('handed-in', from + nth, person, 0));
  expect(reasons([...wave(300, [1, 2, 3, 4]), ...wave(900, [5, 6, 7, 8]), ...wave(1_500, [1, 2, 3])])).toEqual([
    [300, 'first-result', 1],
  ]);
  expect(
    reasons([marker('handed-in', 10, 0, 0), ...wave(300, [1, 2, 3, 4]), ...wave(900, [5, 6, 7, 8])]),
  ).toContainEqual([300, 'many-results', 4]);
});

it('finds the first student with a result in every scenario', () => {
  const handedIn = [0, 1, 2, 3, 4, 5].map((nth) => marker('handed-in', nth * 200, nth % 3, nth));
  expect(reasons(handedIn)).toEqual([
    [0, 'first-result', 1],
    [600, 'first-finished', 1],
  ]);
});

it('keeps events a minute apart, and ignores students who leave at the end', () => {
  const leaving = [1, 2, 3].map((person) => marker('offline', 3_590, person));
  const lost = [4, 5, 6].map((person) => marker('offline', 1_000, person));
  expect(
    reasons([marker('leader', 500), marker('handed-in', 460), ...lost, ...leaving, marker('ended', 3_600)]),
  ).toEqual([
    [500, 'final-leader', 1],
    [1_000, 'many-offline', 3],
  ]);
});

it('has no moments in a class without events', () => {
  expect(reasons([])).toEqual([]);
});
