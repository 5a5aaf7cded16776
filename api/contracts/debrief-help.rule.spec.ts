import { helpNeeded, helpRequestsOf } from './debrief-help.rule.js';
import { CLASS_START, sampleRecording } from './recording.fixture.js';
import { HELP_CODES, PRESENCE_CODES } from './recording.rule.js';
import type { Recording } from './recording.contract.js';

const { asked, answered, resolved, none } = HELP_CODES;
const at = (seconds: number): number => CLASS_START + seconds * 1_000;
const state = (
  seconds: number,
  person: number,
  help: number,
  scenario: number | null = 0,
): Recording['states'][number] => [at(seconds), person, PRESENCE_CODES.online, help, scenario, null];
const requests = (...states: Recording['states']) => helpRequestsOf(sampleRecording(3, 2, { states }), at(600));

it('finds the first answer and the end of each request', () => {
  expect(
    requests(
      state(10, 0, asked),
      state(20, 1, asked, 1),
      state(30, 0, answered, 1),
      state(40, 0, none, 1),
      state(50, 1, resolved, 1),
      state(60, 0, asked, null),
    ),
  ).toEqual([
    { person: 0, scenario: 0, askedAt: at(10), answeredAt: at(30), endedAt: at(40) },
    { person: 1, scenario: 1, askedAt: at(20), answeredAt: at(50), endedAt: at(50) },
    { person: 0, scenario: null, askedAt: at(60), answeredAt: null, endedAt: at(600) },
  ]);
});

it('has no request where a student was only present', () => {
  expect(requests(state(10, 0, none), state(20, 0, resolved), state(30, 0, none))).toEqual([]);
});

it('adds up the requests of a student in a scenario, most requests and longest waits first', () => {
  const found = requests(
    state(10, 0, asked),
    state(20, 0, resolved),
    state(100, 0, asked),
    state(130, 0, none),
    state(200, 1, asked, 1),
    state(260, 1, resolved, 1),
    state(300, 2, asked, 1),
    state(310, 2, resolved, 1),
  );
  expect(helpNeeded(found)).toEqual([
    { person: 0, scenario: 0, requests: 2, unanswered: 1, waited: 40_000 },
    { person: 1, scenario: 1, requests: 1, unanswered: 0, waited: 60_000 },
    { person: 2, scenario: 1, requests: 1, unanswered: 0, waited: 10_000 },
  ]);
});
