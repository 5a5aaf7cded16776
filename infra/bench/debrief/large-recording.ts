import type { Recording } from '../../../api/contracts/recording.contract.js';
import { ATTEMPT_FLAGS, HELP_CODES, PRESENCE_CODES } from '../../../api/contracts/recording.rule.js';

const STUDENTS = 500;
const SCENARIOS = 60;
const ATTEMPTS_EACH = 3;
const STATES_EACH = 120;
const START = Date.parse('2026-03-02T09:00:00.000Z');
const DURATION_MS = 3 * 3_600_000;
const ASKS_EVERY = 50;

const idOf = (group: string, index: number): string => `0198c0de-${group}-7000-8000-${String(index).padStart(12, '0')}`;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Returns numbers from 0 to 1 that are the same in every run. */
function randomNumbers(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the recording of an ended class of three hours: 500 students, 60 scenarios with three attempts each, and 60,000 states. */
export function largeRecording(session: Pick<Recording['session'], 'id'>): Recording {
  const random = randomNumbers();
  const end = START + DURATION_MS;
  const attempts = range(STUDENTS * SCENARIOS * ATTEMPTS_EACH)
    .map((index) => ({ index, at: START + random() * DURATION_MS }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ index, at }, place): Recording['attempts'][number] => {
      const time = Math.floor(at);
      const points = Math.floor(random() * 101);
      const flags = (points >= 60 ? ATTEMPT_FLAGS.passed : 0) + ATTEMPT_FLAGS.compete;
      const person = index % STUDENTS;
      const scenario = Math.floor(index / STUDENTS) % SCENARIOS;
      const began = Math.max(START, time - Math.floor(random() * 50_000) - 5_000);
      return [
        place + 10,
        person,
        scenario,
        time + 800,
        began,
        time,
        points,
        100,
        0,
        0,
        0,
        0,
        flags,
        0,
        0,
        idOf('00c1', index),
      ];
    });
  const states = range(STUDENTS * STATES_EACH)
    .map((index) => ({ person: index % STUDENTS, at: Math.floor(START + random() * DURATION_MS) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ person, at }, place): Recording['states'][number] => {
      const presence = [PRESENCE_CODES.online, PRESENCE_CODES.online, PRESENCE_CODES.idle, PRESENCE_CODES.offline][
        place % 4
      ]!;
      const help = place % ASKS_EVERY === 0 ? HELP_CODES.asked : HELP_CODES.none;
      const scenario = presence === PRESENCE_CODES.offline ? null : Math.floor(random() * SCENARIOS);
      return [at, person, presence, help, scenario, null];
    });
  return {
    session: {
      id: session.id,
      name: 'Large class',
      groupId: idOf('00f1', 1),
      startDate: new Date(START).toISOString(),
      endDate: new Date(end).toISOString(),
      scheduledStartDate: null,
      scheduledEndDate: null,
      groupName: 'Large course',
      accessCode: null,
    },
    generation: 1,
    sequence: 1_000_000,
    presenceSince: START,
    people: range(STUDENTS).map((index) => [idOf('00a1', index), `student${index}`, 'First', `Last ${index}`, true]),
    scenarios: range(SCENARIOS).map((index) => idOf('00b1', index)),
    editions: [
      {
        edition: 1,
        scenarios: range(SCENARIOS).map((index) => ({
          scenarioId: idOf('00b1', index),
          scenarioTitle: `Scenario ${index}`,
          scenarioShortTitle: `Scenario ${index}`,
          scenarioType: 'Default',
          campaignId: idOf('00d1', Math.floor(index / 10)),
          campaignTitle: `Campaign ${Math.floor(index / 10)}`,
          campaignType: 'Compete',
          contentType: 'Globe',
          gameMode: 'Compete',
          maxTotalScore: 100,
          maxQuestionsScore: 0,
        })),
      },
    ],
    removed: [],
    steps: [
      [1, START - 60_000, 'catalogue', 1],
      [2, START, 'started', START],
      [900_000, end, 'ended', end],
    ],
    roster: range(STUDENTS).map((person) => [2, START, 'joined', person]),
    attempts,
    regraded: [],
    states,
    bookmarks: [],
  };
}
