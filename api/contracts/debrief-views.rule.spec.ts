import { CLASS_START, personId, recordedAttempt, sampleRecording, scenarioId } from './recording.fixture.js';
import { openDebrief } from './debrief.rule.js';
import { axisOf } from './debrief-axis.rule.js';
import { lanesOf } from './debrief-lanes.rule.js';
import { withRows, withStates } from './debrief-live.rule.js';
import { markersOf } from './debrief-markers.rule.js';
import { monitorAt, openPresence } from './debrief-presence.rule.js';
import type { Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS, HELP_CODES, PRESENCE_CODES } from './recording.rule.js';

const { online, idle, offline } = PRESENCE_CODES;
const { none, asked, answered, resolved } = HELP_CODES;
const at = (seconds: number): number => CLASS_START + seconds * 1_000;
const iso = (seconds: number): string => new Date(at(seconds)).toISOString().replace('.000', '');

const STATES: Recording['states'] = [
  [at(10), 0, online, none, 0, null],
  [at(20), 0, idle, none, 0, null],
  [at(30), 0, online, asked, 1, null],
  [at(40), 0, online, answered, 1, 1],
  [at(50), 0, online, resolved, 1, null],
  [at(60), 0, offline, none, null, null],
];
const classOf = (parts: Partial<Recording> = {}): Recording => sampleRecording(2, 2, { states: STATES, ...parts });

describe('the monitor of a moment', () => {
  const rowAt = (seconds: number, recording = classOf()) => {
    const debrief = openDebrief(recording, 'seen');
    const state = debrief.at(debrief.positionAt(at(seconds)));
    return monitorAt(openPresence(recording), recording, state, at(seconds)).get(personId(0));
  };

  it('shows scenario, idle time and each step of a help request', () => {
    expect(rowAt(5)).toMatchObject({ state: 'offline', seenAt: null });
    expect(rowAt(25)).toMatchObject({ state: 'idle', scenarioId: scenarioId(0), since: iso(10), needsHelpSince: null });
    expect(rowAt(35)).toMatchObject({ state: 'online', since: iso(30), needsHelpSince: iso(30), helper: null });
    expect(rowAt(45)).toMatchObject({ needsHelpSince: iso(30), helper: { userId: personId(1), name: 'First Last 1' } });
    expect(rowAt(55)).toMatchObject({ needsHelpSince: null, helper: null });
    expect(rowAt(65)).toMatchObject({ state: 'offline', seenAt: iso(60) });
  });

  it('ends all states with the class', () => {
    expect(rowAt(46, classOf({ steps: [[9, at(45), 'ended', at(45)]] }))).toMatchObject({
      state: 'offline',
      seenAt: null,
    });
  });

  it('leaves out students who left or moved', () => {
    expect(rowAt(35, classOf({ roster: [[9, at(31), 'moved', 0]] }))).toBeUndefined();
  });

  it('is the same after jumps back', () => {
    const many = Array.from({ length: 5_000 }, (_, index): Recording['states'][number] => [
      at(index),
      index % 2,
      index % 3,
      none,
      index % 2,
      null,
    ]);
    const recording = classOf({ states: many });
    const presence = openPresence(recording);
    for (const seconds of [4_500, 2_001, 2_000, 1, 4_999, 0]) {
      expect([...presence.at(at(seconds))]).toEqual(
        [0, 1].map((person) => (seconds - person < 0 ? -1 : seconds - ((seconds - person) % 2))),
      );
    }
  });
});

it('marks what an instructor looks for', () => {
  const recording = classOf({
    steps: [
      [30, at(70), 'frozen', at(70)],
      [31, at(80), 'accepted', 'a decision', 'an attempt'],
      [32, at(90), 'ended', at(90)],
    ],
    attempts: [
      recordedAttempt(10, { arrivedAt: 15_000 }),
      recordedAttempt(20, { person: 1, total: 80, arrivedAt: 25_000 }),
    ],
    bookmarks: [['a bookmark', at(75), 1, 'Here']],
  });
  const seconds = (time: number): number => (time - CLASS_START) / 1_000;
  const markers = markersOf(openDebrief(recording, 'seen')).map((marker) => [
    seconds(marker.at),
    marker.kind,
    marker.person,
  ]);
  expect(markers).toEqual([
    [0, 'started', -1],
    [0, 'joined', 0],
    [0, 'joined', 1],
    [15, 'handed-in', 0],
    [15, 'leader', 0],
    [25, 'handed-in', 1],
    [25, 'leader', 1],
    [30, 'help-asked', 0],
    [40, 'help-answered', 0],
    [60, 'offline', 0],
    [70, 'frozen', -1],
    [75, 'bookmark', 1],
    [80, 'decision', -1],
    [90, 'ended', -1],
  ]);
});

it('shows a lane with attempts, presence and help, and its result at the end', () => {
  const attempts = [
    recordedAttempt(10, { arrivedAt: 40_000, total: 80 }),
    recordedAttempt(11, { scenario: 1, arrivedAt: 55_000, total: 61 }),
  ];
  const [lane] = lanesOf(openDebrief(classOf({ attempts }), 'seen'), at(100));
  expect(lane).toMatchObject({ person: 0, percent: 70.5, done: 2, needed: 45_000 });
  expect(
    lane!.items.map(({ kind, from, to }) => [kind, (from - CLASS_START) / 1_000, (to - CLASS_START) / 1_000]),
  ).toEqual(
    [
      ['scenario', 10, 20],
      ['attempt', 10, 40],
      ['idle', 20, 30],
      ['attempt', 25, 55],
      ['help', 30, 50],
      ['scenario', 30, 60],
      ['offline', 60, 100],
    ].toSorted((a, b) => (a[1] as number) - (b[1] as number)),
  );
});

describe('the time axis', () => {
  const ended = (seconds: number): Recording => {
    const recording = classOf({
      steps: [
        [30, at(600), 'ended', at(600)],
        [40, at(86_400), 'accepted', 'a decision', 'an attempt'],
      ],
    });
    return { ...recording, session: { ...recording.session, endDate: iso(seconds) } };
  };

  it('cuts out long pauses after the end', () => {
    const axis = axisOf(ended(600), at(1_000_000));
    expect(axis.length).toBe(630_001);
    expect(axis.cuts).toEqual([630_000]);
    expect(axis.offsetOf(at(300))).toBe(300_000);
    expect(axis.offsetOf(at(40_000))).toBe(630_000);
    expect(axis.timeAt(axis.offsetOf(at(86_400)))).toBe(at(86_400));
  });

  it('ends now while the class runs', () => {
    const axis = axisOf(classOf(), at(90));
    expect([axis.start, axis.length, axis.timeAt(95_000)]).toEqual([at(0), 90_000, at(90)]);
  });
});

describe('live rows', () => {
  const row = (sequence: number, value: object, key = String(sequence)) => ({ key, sequence, value }) as never;
  const figures = recordedAttempt(1_000_002, { flags: ATTEMPT_FLAGS.passed }).slice(3);

  it('continue a recording with new people, who are named by their ids', () => {
    const next = withRows(
      classOf(),
      [
        row(1_000_001, { kind: 'roster', step: [1_000_001, at(5), 'joined', personId(7)] }),
        row(1_000_002, { kind: 'attempt', attempt: [1_000_002, personId(7), scenarioId(1), ...figures] }),
        row(1_000_003, { kind: 'step', step: [1_000_003, at(8), 'revealed'] }),
        row(1_000_001, { kind: 'person', person: [personId(7), 'late', 'Late', 'Comer', true] }, personId(7)),
      ],
      new Set(),
    )!;
    expect(next.people[2]).toEqual([personId(7), 'late', 'Late', 'Comer', true]);
    expect(next.roster.at(-1)).toEqual([1_000_001, at(5), 'joined', 2]);
    expect(next.attempts.at(-1)!.slice(0, 3)).toEqual([1_000_002, 2, 1]);
    expect(next.steps.at(-1)![2]).toBe('revealed');
  });

  it('are added once and in their order, also when messages repeat them', () => {
    const attempt = (sequence: number) =>
      row(sequence, { kind: 'attempt', attempt: [sequence, personId(0), scenarioId(1), ...figures] });
    const [first, second, third] = [attempt(1_000_002), attempt(1_000_003), attempt(1_000_004)];
    const added = new Set<string>();
    const once = withRows(classOf(), [first, third, third], added)!;
    // The second one was overtaken by the third.
    const twice = withRows(once, [second, first], added)!;
    expect(twice.attempts.map(([sequence]) => sequence)).toEqual([1_000_002, 1_000_003, 1_000_004]);
  });

  it('need a new load for an unknown scenario', () => {
    const unknown = row(1_000_001, { kind: 'attempt', attempt: [1_000_001, personId(0), scenarioId(9), ...figures] });
    expect(withRows(classOf(), [unknown], new Set())).toBeNull();
  });

  it.each([
    ['a new edition', ['catalogue', 2]],
    ['the start of the class', ['started', at(8)]],
    ['the end of the class', ['ended', at(8)]],
    ['a resumed class', ['resumed']],
  ])('need a new load for %s', (_, step) => {
    const changed = row(1_000_001, { kind: 'step', step: [1_000_001, at(8), ...step] });
    expect(withRows(classOf(), [changed], new Set())).toBeNull();
  });

  it('add newer states, and replace bookmarks', () => {
    const state = (time: number) => ({
      kind: 'state',
      at: time,
      presence: online,
      help: none,
      scenarioId: scenarioId(0),
      helperId: null,
    });
    const rows = [
      { key: personId(0), sequence: 1, value: state(at(60)) },
      { key: personId(1), sequence: 1, value: state(at(70)) },
      { key: 'b1', sequence: 1, value: { kind: 'bookmark', at: at(20), authorId: personId(1), note: 'New' } },
      { key: 'b2', sequence: 1, value: null },
    ] as never[];
    const next = withStates(
      classOf({
        bookmarks: [
          ['b1', at(20), 1, 'Old'],
          ['b2', at(5), 1, ''],
        ],
      }),
      [{ full: false, rows }],
    );
    expect(next.states.slice(STATES.length)).toEqual([[at(70), 1, online, none, 0, null]]);
    expect(next.bookmarks).toEqual([['b1', at(20), 1, 'New']]);
  });

  it('remove a bookmark that a full update lacks', () => {
    const recording = classOf({
      bookmarks: [
        ['b1', at(20), 1, 'Deleted'],
        ['b2', at(30), 1, 'Kept'],
      ],
    });
    const value = { kind: 'bookmark', at: at(30), authorId: personId(1), note: 'Kept' };
    const rows = [{ key: 'b2', sequence: 1, value }] as never[];
    expect(withStates(recording, [{ full: true, rows }]).bookmarks).toEqual([['b2', at(30), 1, 'Kept']]);
    expect(withStates(recording, [{ full: true, rows: [] }])).toMatchObject({ bookmarks: [], states: STATES });
  });
});
