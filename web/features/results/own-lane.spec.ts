import type { OwnDebrief } from '../../../api/contracts/own-debrief.contract.js';
import { HELP_CODES, PRESENCE_CODES } from '../../../api/contracts/recording.rule.js';
import { ownDebriefOf } from '../../testing/own-debrief-fixture.js';
import { ownLaneOf } from './own-lane.js';

const START = Date.parse('2026-03-01T09:00:00Z');
const MINUTE = 60_000;
const { offline, online, idle } = PRESENCE_CODES;
const { none, asked, answered, resolved } = HELP_CODES;

type State = OwnDebrief['states'][number];
const state = (minute: number, presence: number, help: number = none, scenarioId: string | null = null): State => [
  START + minute * MINUTE,
  presence,
  help,
  scenarioId,
];
const laneOf = (states: State[], changes: Partial<OwnDebrief> = {}) =>
  ownLaneOf(ownDebriefOf({ states, ...changes }), START + 45 * MINUTE);
const minutes = (at: number): number => (at - START) / MINUTE;

it('has a block for each state, until the end of the class', () => {
  const { blocks } = laneOf([
    state(1, online),
    state(3, online, none, 's1'),
    state(4, online, asked, 's1'),
    state(20, idle, none, 's1'),
    state(25, offline),
  ]);
  expect(blocks.map(({ from, to, ...rest }) => [minutes(from), minutes(to), ...Object.values(rest)])).toEqual([
    [1, 3, 'online', null],
    [3, 20, 'online', 's1'],
    [20, 25, 'idle', 's1'],
    [25, 60, 'offline', null],
  ]);
});

it('says what changed, in order of time', () => {
  const { steps } = laneOf([
    state(1, online, none, 's1'),
    state(2, online, asked, 's1'),
    state(3, online, answered, 's1'),
    state(4, online, resolved, 's1'),
    state(5, idle, none, 's1'),
    state(6, online, none, 's2'),
    state(7, online, asked, 's2'),
    state(8, online, none, 's2'),
    state(9, offline),
  ]);
  expect(steps.map(({ at, kind }) => [minutes(at), kind])).toEqual([
    [1, 'online'],
    [1, 'opened'],
    [2, 'asked'],
    [3, 'answered'],
    [4, 'resolved'],
    [5, 'idle'],
    [6, 'back'],
    [6, 'opened'],
    [7, 'asked'],
    [8, 'withdrawn'],
    [9, 'offline'],
    [10, 'handed-in'],
    [30, 'handed-in'],
    [50, 'handed-in'],
  ]);
});

it('omits what was recorded after the end of the class', () => {
  const { steps, blocks } = laneOf([state(58, online), state(61, idle)]);
  expect([blocks.map(({ to }) => minutes(to)), steps.map(({ kind }) => kind).includes('idle')]).toEqual([[60], false]);
});

it('counts each scenario once, from its first result that is not late', () => {
  expect(laneOf([]).done).toEqual([
    [10, 1],
    [30, 2],
  ]);
});

it('ends a running class now', () => {
  const { results } = ownDebriefOf();
  const running = { ...results, session: { ...results.session!, endDate: null } };
  const { end, blocks } = laneOf([state(1, online)], { results: running });
  expect([minutes(end), blocks.map(({ to }) => minutes(to))]).toEqual([45, [45]]);
});
