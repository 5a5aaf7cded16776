import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HelpRow, PresenceRow } from '../../../../api/contracts/presence.contract.js';
import { connectionBecomes, push, watched } from '../../../testing/fake-live.js';
import { startFakeServer } from '../../../testing/fake-server.js';
import { gradebookOf, SCENARIOS, SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';
import { ROWS } from '../../../testing/open-gradebook.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const { session } = gradebookOf({});
const DANA = { userId: '0198c0de-0000-7000-8000-0000000000dd', name: 'Dana Reyes' };
const ANSWER = `PUT /api/sessions/${SESSION_ID}/help/u1`;

const HELP_ID = '0198c0de-0000-7000-8000-0000000000bb';

const request = (changed: Partial<HelpRow> = {}): HelpRow => ({
  helpId: HELP_ID,
  since: '2026-03-01T10:00:00Z',
  helper: null,
  resolvedAt: null,
  ...changed,
});
const asking = (helper: PresenceRow['helper'] = null): PresenceRow => ({
  state: 'online',
  scenarioId: null,
  since: null,
  needsHelpSince: '2026-03-01T10:00:00Z',
  helpId: HELP_ID,
  helper,
  seenAt: null,
});
const sends = (topic: string, value: unknown, sequence: number, key = 'u1') => push(topic, [{ key, sequence, value }]);

async function open(query = '') {
  freshBrowser();
  connectionBecomes('live');
  giveElementsASize();
  signedInAs('mara.keller');
  const state = { status: 204, body: undefined as unknown };
  const seen = await startFakeServer({
    ...answersFor('Instructor', 'mara.keller'),
    [`GET /api/sessions/${SESSION_ID}`]: { body: session },
    [`GET /api/sessions/${SESSION_ID}/gradebook`]: { body: gradebookOf(ROWS) },
    [`GET /api/sessions/${SESSION_ID}/members`]: {
      body: [{ id: 'u1', username: 'zoe', firstName: 'Zoe', lastName: 'Adler', enabled: true }],
    },
    'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': { body: SCENARIOS },
    [ANSWER]: () => state,
  });
  openApp(`/instructor/gradebook/${SESSION_ID}${query}`);
  await waitFor(() => expect(watched()).toContain(`help ${SESSION_ID}`));
  return { seen, state };
}

/** Replaces the browser's audio; returns the pitches of the played tones. */
function recordTones(): number[] {
  const pitches: number[] = [];
  const param = () => ({
    value: 0,
    setValueAtTime() {},
    linearRampToValueAtTime() {},
    exponentialRampToValueAtTime() {},
  });
  class FakeAudio {
    currentTime = 0;
    destination = {};
    resume = () => Promise.resolve();
    createGain = () => ({ gain: param(), connect: () => undefined });
    createOscillator = () => ({
      frequency: {
        set value(pitch: number) {
          pitches.push(pitch);
        },
      },
      connect: (next: unknown) => next,
      start() {},
      stop() {},
    });
  }
  Object.assign(window, { AudioContext: FakeAudio });
  return pitches;
}

afterEach(() => {
  jest.restoreAllMocks();
  delete (window as { AudioContext?: unknown }).AudioContext;
});

it('counts open requests on the Monitor tab and marks the student in the gradebook', async () => {
  await open();
  const zoe = await screen.findByRole('rowheader', { name: 'zoe' });
  const tab = screen.getByRole('link', { name: 'Monitor' });
  await sends('help', request(), 1);
  expect(tab).toHaveAccessibleName('Monitor 1 student asks for help');
  expect(screen.getByText('1 student asks for help', { selector: '[role=status]' })).toBeInTheDocument();
  expect(zoe).toHaveAccessibleName('zoe Asks for help');
  await sends('help', request({ helper: DANA }), 2);
  expect(zoe).toHaveAccessibleName('zoe Asks for help. Dana Reyes is on the way.');
  await sends('help', null, 3);
  expect(tab).toHaveAccessibleName('Monitor');
  expect(zoe).toHaveAccessibleName('zoe');
});

it('responds to a request from the monitor and shows who is on the way', async () => {
  const { seen } = await open('?view=monitor');
  await waitFor(() => expect(watched()).toContain(`presence ${SESSION_ID}`));
  await push('presence', [{ key: 'u1', sequence: 1, value: asking() }], true);
  await userEvent.click(await screen.findByRole('button', { name: 'On my way to Zoe Adler' }));
  const sent = () => seen.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ helpId: HELP_ID, status: 'on-my-way' }]));
  await sends('presence', asking(DANA), 2);
  expect(screen.getByText('Dana Reyes is on the way')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^On my way/ })).not.toBeInTheDocument();
  await sends('presence', asking({ userId: USER_ID, name: 'Mara Keller' }), 3);
  expect(screen.getByText('You are on the way')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Resolve the request of Zoe Adler' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      { helpId: HELP_ID, status: 'on-my-way' },
      { helpId: HELP_ID, status: 'resolved' },
    ]),
  );
});

it('sends one response for two clicks in the same frame', async () => {
  const { seen } = await open('?view=monitor');
  await waitFor(() => expect(watched()).toContain(`presence ${SESSION_ID}`));
  await push('presence', [{ key: 'u1', sequence: 1, value: asking() }], true);
  const button = await screen.findByRole('button', { name: 'On my way to Zoe Adler' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(button).toBeEnabled());
  const sent = seen.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});

it('shows why a response was rejected', async () => {
  const { state } = await open('?view=monitor');
  await waitFor(() => expect(watched()).toContain(`presence ${SESSION_ID}`));
  await push('presence', [{ key: 'u1', sequence: 1, value: asking() }], true);
  Object.assign(state, {
    status: 409,
    body: { type: 'about:blank', title: 'Dana Reyes is already on the way.', status: 409, code: 'HELP_TAKEN' },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^On my way/ }));
  expect(await screen.findByText('Dana Reyes is already on the way.')).toBeVisible();
});

it('plays a sound for a new request only after the sound was switched on', async () => {
  const pitches = recordTones();
  await open('?view=monitor');
  await sends('help', request(), 1);
  expect(pitches).toEqual([]);
  await userEvent.click(await screen.findByRole('switch', { name: /^Sound off/ }));
  expect(pitches).toHaveLength(2);
  await sends('help', request({ helper: DANA }), 2);
  expect(pitches).toHaveLength(2);
  await sends('help', request({ helpId: '0198c0de-0000-7000-8000-0000000000cc' }), 3, 'u2');
  expect(pitches).toHaveLength(4);
  await userEvent.click(screen.getByRole('switch', { name: /^Sound on/ }));
  await sends('help', request({ helpId: '0198c0de-0000-7000-8000-0000000000ee' }), 4);
  expect(pitches).toHaveLength(4);
});
