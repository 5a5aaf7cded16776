import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ClassAnswers } from '../../../api/contracts/class-answers.contract.js';
import {
  attemptId,
  CLASS_START,
  personId,
  recordedAttempt,
  sampleRecording,
  scenarioId,
} from '../../../api/contracts/recording.fixture.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { ATTEMPT_FLAGS } from '../../../api/contracts/recording.rule.js';
import { ALL_LANES } from '../../features/debrief/lane-view.atom.js';
import { followRoom, leadRoom, type SharedMoment } from '../../features/debrief/room-channel.js';
import { fakeBroadcastChannels } from '../../testing/fake-broadcast-channel.js';
import { push } from '../../testing/fake-live.js';
import { SESSION_ID } from '../../testing/gradebook-fixture.js';
import { debriefPath, openDebriefPage } from '../../testing/open-debrief.js';

jest.mock('../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../testing/fake-live.js').fakeLive,
}));

const at = (seconds: number): number => CLASS_START + seconds * 1_000;
const iso = (seconds: number): string => new Date(at(seconds)).toISOString();
const ROOM = 'r1';
const PATH = `/debrief/${SESSION_ID}/room?room=${ROOM}`;
const NAMES = /First|Last|student\d|Everybody|Zoe|Quick/;

const quizFlags = ATTEMPT_FLAGS.quiz + ATTEMPT_FLAGS.passed;
const sample = sampleRecording(2, 2, {
  attempts: [
    recordedAttempt(10, { person: 0, total: 92, arrivedAt: 60_000 }),
    recordedAttempt(20, { person: 1, total: 95, arrivedAt: 120_000 }),
    recordedAttempt(30, { person: 1, scenario: 1, flags: quizFlags, arrivedAt: 180_000 }),
  ],
  bookmarks: [[personId(9), at(70), 1, 'Everybody looks']],
});
const [{ edition, scenarios }] = sample.editions as [(typeof sample.editions)[0]];
const recordingOf = (steps: Recording['steps'] = []): Recording => ({
  ...sample,
  steps: [...sample.steps, ...steps],
  session: { ...sample.session, id: SESSION_ID, endDate: iso(600) },
  editions: [
    { edition, scenarios: [scenarios[0]!, { ...scenarios[1]!, scenarioType: 'Quiz', scenarioTitle: 'Rules' }] },
  ],
});
const answers: ClassAnswers = {
  editions: [],
  forms: [['form', [['Who yields?', 10, 'The chaser', true, 'The target', false]]]],
  attempts: [[attemptId(30), 'form', [[0, 10, 0]]]],
};

const sharedMoment = (time: number): SharedMoment => ({
  time,
  isAtEnd: false,
  isPlaying: false,
  speed: 10,
  lanes: ALL_LANES,
  values: {},
});

/** Opens the room, and leads it as the window of the instructor does. */
async function openRoom(first: Partial<SharedMoment> = {}, recording = recordingOf()) {
  let moment = { ...sharedMoment(at(65)), ...first };
  const lead = leadRoom(ROOM, { moment: () => moment, onRoom: () => undefined, onRival: () => undefined });
  await openDebriefPage(recording, PATH, {
    [`GET /api/sessions/${SESSION_ID}/aliases`]: {
      body: [
        [personId(0), 'Amber Falcon 4217'],
        [personId(1), 'Brave Otter 1001'],
      ],
    },
    [`GET /api/sessions/${SESSION_ID}/quizzes/${scenarioId(1)}/answers`]: { body: answers },
  });
  const show = (changes: Partial<SharedMoment>): void => {
    moment = { ...moment, ...changes };
    act(() => lead.tell());
  };
  return { show, leave: () => act(() => lead.stop()) };
}

/** All that a person or a screen reader could find in the window. */
const everything = (): string => `${document.title} ${window.location.search} ${document.documentElement.outerHTML}`;

beforeEach(() => {
  fakeBroadcastChannels();
  sessionStorage.clear();
});

it('follows the moment and the view of the window that leads it', async () => {
  const { show } = await openRoom();
  expect(await screen.findByText('Amber Falcon 4217 took the lead.')).toBeVisible();
  expect(screen.getByText('0:01:05 after the start')).toBeVisible();
  show({ time: at(125), isPlaying: true, values: { show: 'board' } });
  const board = within(await screen.findByRole('region', { name: 'Leaderboard' }));
  const places = () => board.getAllByRole('listitem').map(({ textContent }) => textContent);
  await waitFor(() => expect(places()).toEqual(['1Brave Otter 100195', '2Amber Falcon 421792']));
  expect(await screen.findByText('Playing at 10×')).toBeVisible();
  show({ time: at(65), isPlaying: false });
  await waitFor(() => expect(places()).toEqual([expect.stringMatching(/^1.*Amber Falcon 421792$/)]));
});

it('shows the part of the time that the window that leads it shows', async () => {
  const { show } = await openRoom();
  await screen.findByText('Amber Falcon 4217 took the lead.');
  const place = (): string =>
    document.querySelector<HTMLElement>('[role=slider] [style*="--place"]')!.style.getPropertyValue('--place');
  const ofWhole = place();
  show({ lanes: { scrolled: 0, zoom: { from: 0, span: 130_000 } } });
  await waitFor(() => expect(place()).toBe('50%'));
  show({ lanes: ALL_LANES });
  await waitFor(() => expect(place()).toBe(ofWhole));
});

it('contains no name at any time, also of students who join', async () => {
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(everything()));
  observer.observe(document.documentElement, { childList: true, subtree: true, attributes: true, characterData: true });
  const { show } = await openRoom();
  await screen.findByText('Amber Falcon 4217 took the lead.');
  for (const view of ['board', 'progress', 'questions', 'lanes']) {
    show({ time: at(200), values: { show: view } });
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('show')).toBe(view));
  }
  const person = [personId(50), 'zoe', 'Zoe', 'Quick', true];
  await push('recording', [{ key: personId(50), sequence: 2_000_000, value: { kind: 'person', person } }]);
  await act(async () => undefined);
  observer.disconnect();
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.filter((text) => NAMES.test(text))).toEqual([]);
});

it('has no controls, and says when its window has been closed', async () => {
  const { leave } = await openRoom();
  await screen.findByText('Amber Falcon 4217 took the lead.');
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryAllByRole('combobox')).toEqual([]);
  expect(screen.queryAllByRole('slider').filter((slider) => !slider.closest('[inert]'))).toEqual([]);
  leave();
  expect(await screen.findByText(/^The window of the instructor is closed\./)).toBeVisible();
});

it('shows frozen places as students saw them', async () => {
  const frozen: Recording['steps'] = [[15, at(90), 'frozen', at(90)]];
  await openRoom({ time: at(200), values: { show: 'board' } }, recordingOf(frozen));
  const board = within(await screen.findByRole('region', { name: 'Leaderboard' }));
  expect(await board.findByText(/^Frozen at /)).toBeVisible();
  expect(board.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1Amber Falcon 421792']);
  expect(screen.queryByText('Brave Otter 1001 took the lead.')).not.toBeInTheDocument();
});

it('marks correct options only after the answers were released to the class', async () => {
  const values = { show: 'questions' };
  const { show } = await openRoom({ time: at(200), values });
  const quiz = within(await screen.findByRole('region', { name: 'Rules' }));
  expect(await quiz.findByText('Who yields?')).toBeVisible();
  expect(quiz.queryByText(/correct$/)).not.toBeInTheDocument();
  show({ time: at(100) });
  expect(await quiz.findByText('No answers until this moment')).toBeVisible();
});

it('marks them at all moments once they are released', async () => {
  const released: Recording['steps'] = [[40, at(590), 'answers-released']];
  await openRoom({ time: at(200), values: { show: 'questions' } }, recordingOf(released));
  expect(await screen.findByText(', correct')).toBeInTheDocument();
});

describe('the window that leads', () => {
  it('opens the room, and tells it each moment and the newest view that a room shows', async () => {
    const opened: string[] = [];
    window.open = (url) => {
      opened.push(String(url));
      return window;
    };
    await openDebriefPage(recordingOf(), debriefPath(`&show=board&at=${iso(65)}`), {
      'GET /api/courses/catalogue/headers': { body: [] },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'For the room' }));
    const [address] = opened;
    expect(address).toMatch(new RegExp(`^/debrief/${SESSION_ID}/room\\?room=[\\w-]{36}$`));
    const moments: SharedMoment[] = [];
    const follower = { onMoment: (moment: SharedMoment) => moments.push(moment), onAlone: () => undefined };
    let stop = (): void => undefined;
    act(() => void (stop = followRoom(address!.split('room=')[1]!, follower)));
    expect(moments.at(-1)).toMatchObject({ time: at(65), isPlaying: false, values: { show: 'board' } });
    expect(await screen.findByText('The room shows Leaderboard.')).toBeVisible();
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Moment of the class' }), { key: 'ArrowRight' });
    expect(moments.at(-1)).toMatchObject({ time: at(75) });
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    expect(await screen.findByText('Only you see this view. The room still shows Leaderboard.')).toBeVisible();
    expect(moments.at(-1)).toMatchObject({ values: { show: 'board' } });
    act(() => stop());
    await waitFor(() => expect(screen.queryByText(/The room still shows/)).not.toBeInTheDocument());
  });

  it('stops when it is a duplicate of the tab that leads the room', async () => {
    const [first, duplicate] = [sharedMoment(at(65)), at(125)];
    const heard: (number | 'alone')[] = [];
    const stop = followRoom(ROOM, { onMoment: ({ time }) => heard.push(time), onAlone: () => heard.push('alone') });
    const lead = leadRoom(ROOM, { moment: () => first, onRoom: () => undefined, onRival: () => undefined });
    await openDebriefPage(recordingOf(), debriefPath(`&at=${iso(125)}`), {
      [`GET /api/sessions/${SESSION_ID}/recording`]: () => {
        // As the browser copies it.
        sessionStorage.setItem('debriefRoom', `${SESSION_ID} ${ROOM}`);
        return { body: recordingOf() };
      },
    });
    await waitFor(() => expect(heard).toContain(duplicate));
    await waitFor(() => expect(sessionStorage.getItem('debriefRoom')).toBeNull());
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Moment of the class' }), { key: 'ArrowRight' });
    expect(heard.at(-1)).toBe(first.time);
    expect(heard).not.toContain(at(135));
    expect(screen.queryByText(/^The room shows/)).not.toBeInTheDocument();
    stop();
    lead.stop();
  });

  it('says when the browser blocks the window', async () => {
    window.open = () => null;
    await openDebriefPage(recordingOf(), debriefPath(''));
    await userEvent.click(await screen.findByRole('button', { name: 'For the room' }));
    expect(await screen.findByText(/^The browser has blocked the window\./)).toBeVisible();
  });
});
