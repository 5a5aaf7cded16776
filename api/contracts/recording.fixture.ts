import type { RecordedStep, Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';

/** Start of the class of a {@link sampleRecording}. */
export const CLASS_START = Date.parse('2026-03-02T09:00:00.000Z');

const uuid = (group: string, index: number): string => `0198c0de-${group}-7000-8000-${String(index).padStart(12, '0')}`;

export const personId = (index: number): string => uuid('00a1', index);
export const scenarioId = (index: number): string => uuid('00b1', index);
export const attemptId = (index: number): string => uuid('00c1', index);

const scenario = (index: number): Recording['removed'][number] => ({
  scenarioId: scenarioId(index),
  scenarioTitle: `Scenario ${index}`,
  scenarioShortTitle: `S${index}`,
  scenarioType: 'Default',
  campaignId: uuid('00d1', index % 2),
  campaignTitle: `Campaign ${index % 2}`,
  campaignType: 'Compete',
  contentType: 'Globe',
  gameMode: 'Compete',
  maxTotalScore: 100,
  maxQuestionsScore: 0,
});

type Attempt = Recording['attempts'][number];

/** Values of an attempt that differ from a passed Compete attempt of 50 of 100 points, completed when it arrived. */
export interface AttemptChanges {
  readonly person?: number;
  readonly scenario?: number;
  readonly arrivedAt?: number;
  readonly completedAt?: number;
  readonly total?: number;
  readonly flags?: number;
  readonly level?: number;
}

/** Returns an attempt. Its id contains the sequence. Times are in milliseconds since {@link CLASS_START}. */
export function recordedAttempt(sequence: number, changes: AttemptChanges = {}): Attempt {
  const {
    person = 0,
    scenario = 0,
    total = 50,
    flags = ATTEMPT_FLAGS.passed + ATTEMPT_FLAGS.compete,
    level = 0,
  } = changes;
  const { arrivedAt = sequence * 1_000, completedAt = arrivedAt } = changes;
  const [arrived, completed] = [CLASS_START + arrivedAt, CLASS_START + completedAt];
  return [
    sequence,
    person,
    scenario,
    arrived,
    completed - 30_000,
    completed,
    total,
    100,
    0,
    0,
    0,
    0,
    flags,
    level,
    0,
    attemptId(sequence),
  ];
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Returns the recording of a running class of which all people are on the roster from its start on. */
export function sampleRecording(people: number, scenarios: number, parts: Partial<Recording> = {}): Recording {
  const started: RecordedStep = [2, CLASS_START, 'started', CLASS_START];
  return {
    session: {
      id: uuid('00e1', 1),
      name: 'Orbits - Class 1',
      groupId: uuid('00f1', 1),
      startDate: new Date(CLASS_START).toISOString(),
      endDate: null,
      scheduledStartDate: null,
      scheduledEndDate: null,
      groupName: 'Orbits',
      accessCode: null,
    },
    generation: 1,
    sequence: 1_000_000,
    presenceSince: null,
    people: range(people).map((index) => [personId(index), `student${index}`, 'First', `Last ${index}`, true]),
    scenarios: range(scenarios).map(scenarioId),
    editions: [{ edition: 1, scenarios: range(scenarios).map(scenario) }],
    removed: [],
    attempts: [],
    regraded: [],
    states: [],
    bookmarks: [],
    ...parts,
    steps: [[1, CLASS_START - 60_000, 'catalogue', 1], started, ...(parts.steps ?? [])],
    roster: [
      ...range(people).map((person) => [2, CLASS_START, 'joined', person] as Recording['roster'][number]),
      ...(parts.roster ?? []),
    ],
  };
}
