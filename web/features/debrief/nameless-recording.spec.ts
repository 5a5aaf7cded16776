import { markersOf } from '../../../api/contracts/debrief-markers.rule.js';
import { openDebrief } from '../../../api/contracts/debrief.rule.js';
import { CLASS_START, personId, recordedAttempt, sampleRecording } from '../../../api/contracts/recording.fixture.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { HELP_CODES, PRESENCE_CODES } from '../../../api/contracts/recording.rule.js';
import { eventWords } from './event-words.js';
import { namelessRecording } from './nameless-recording.js';
import { roomMarkers } from './room-markers.js';

const at = (seconds: number): number => CLASS_START + seconds * 1_000;

/** Two students, one who has left, and an instructor, who helps and sets a bookmark. */
function recordingOf(steps: Recording['steps'] = []): Recording {
  const sample = sampleRecording(2, 1, {
    steps,
    attempts: [
      recordedAttempt(10, { person: 0, total: 40, arrivedAt: 60_000 }),
      recordedAttempt(20, { person: 1, total: 60, arrivedAt: 120_000 }),
    ],
    states: [
      [at(5), 0, PRESENCE_CODES.online, HELP_CODES.asked, 0, null],
      [at(9), 0, PRESENCE_CODES.online, HELP_CODES.answered, 0, 3],
    ],
    bookmarks: [[personId(9), at(150), 3, 'Ada is stuck']],
  });
  return {
    ...sample,
    session: { ...sample.session, accessCode: 'K7QX4M' },
    people: [
      [personId(0), 'ada', 'Ada', 'Lovelace', true],
      [personId(1), 'grace', 'Grace', 'Hopper', true],
      [personId(2), '', '', '', true],
      [personId(3), 'mara', 'Mara', 'Keller', true],
    ],
  };
}

const nameless = (steps?: Recording['steps']) =>
  namelessRecording(recordingOf(steps), [[personId(0), 'Amber Falcon 4217']]);

it('contains aliases, and no name of anybody', () => {
  const recording = nameless();
  expect(recording.people.map(([, username]) => username)).toEqual(['Amber Falcon 4217', 'Student', '', 'Student']);
  const text = JSON.stringify(recording);
  for (const name of ['ada', 'Ada', 'Lovelace', 'grace', 'Hopper', 'mara', 'Mara', 'Keller', 'K7QX4M'])
    expect(text).not.toContain(name);
});

it('tells what happened by aliases', () => {
  const recording = nameless();
  const debrief = openDebrief(recording, 'seen');
  const { markerWords } = eventWords(recording);
  expect(roomMarkers({ debrief, markers: markersOf(debrief) }).map(markerWords)).toEqual([
    'The class started.',
    'Amber Falcon 4217 joined.',
    'Student joined.',
    'Amber Falcon 4217 asked for help.',
    'The request of Amber Falcon 4217 was answered.',
    'Amber Falcon 4217 handed in S0: F 40%.',
    'Amber Falcon 4217 took the lead.',
    'Student handed in S0: D 60%.',
    'Student took the lead.',
  ]);
});

it('leaves out decisions, and who took the lead of a board that is still frozen', () => {
  const frozen: Recording['steps'][number] = [15, at(90), 'frozen', at(90)];
  const aside: Recording['steps'][number] = [30, at(160), 'commented', personId(8), personId(0), personId(7)];
  const leadersAfter = (steps: Recording['steps']) => {
    const debrief = openDebrief(nameless(steps), 'seen');
    const kinds = roomMarkers({ debrief, markers: markersOf(debrief) }).map(({ kind }) => kind);
    expect(kinds).not.toContain('decision');
    return kinds.filter((kind) => kind === 'leader').length;
  };
  expect(leadersAfter([frozen, aside])).toBe(1);
  expect(leadersAfter([frozen, aside, [40, at(200), 'revealed']])).toBe(2);
});
