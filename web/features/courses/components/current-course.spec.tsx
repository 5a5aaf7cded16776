import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDefaultStore } from '../../../shared/state/jotai.js';
import { toastsAtom } from '../../../shared/toasts/toasts.atoms.js';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { gradebookOf, SCENARIOS, SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const USER = `GET /api/users/${USER_ID}`;
const OWN_GROUPS = 'GET /api/users/me/groups';
const answers = { ...answersFor('User', 'mara'), [OWN_GROUPS]: { body: [] } };
const group = (activeSessionId: string | null) => ({ id: 'g1', name: 'Operations 101', activeSessionId });
const LEAVE = `DELETE /api/groups/g1/members/${USER_ID}`;
const board = {
  'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': { body: SCENARIOS },
  [`GET /api/sessions/${SESSION_ID}`]: { body: gradebookOf({}).session },
  [`GET /api/scores/leaderboard/${SESSION_ID}/all`]: {
    body: { topScores: [], me: null, around: [], viewerId: USER_ID, version: 0, frozenAt: null },
  },
};
const joined = { group: { id: 'g1', name: 'Operations 101' }, session: null };

async function join(code: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Join course' }));
  await userEvent.type(await screen.findByLabelText('Access Code'), `${code}{Enter}`);
}

describe('the course of a player', () => {
  beforeEach(freshBrowser);
  beforeEach(() => getDefaultStore().set(toastsAtom, []));
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['is not allowed to play', () => localStorage.setItem('canPlay', 'false')],
    ['is not signed in', () => localStorage.removeItem('userId')],
  ])('opens the login when the user %s', async (_, change) => {
    signedInAs('mara');
    change();
    await startFakeServer({ ...answers, 'DELETE /api/auth/session': { status: 204 } });
    openApp('/play');
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  it('joins a course with its code and shows it', async () => {
    signedInAs('mara');
    let inCourse = false;
    const seen = await startFakeServer({
      ...answers,
      [OWN_GROUPS]: () => ({ body: inCourse ? [group(null)] : [] }),
      'POST /api/groups/join': () => {
        inCourse = true;
        return { body: joined };
      },
    });
    openApp('/play');
    expect(await screen.findByRole('heading', { name: 'You are not in a course yet' })).toBeVisible();
    await join(' K7QX4M ');
    expect(await screen.findByRole('heading', { name: 'Operations 101' })).toBeVisible();
    expect(screen.getByText('You joined Operations 101. No class is running yet.')).toBeVisible();
    expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({ code: 'K7QX4M' });
  });

  it('shows the rejection under the field until it is edited', async () => {
    signedInAs('mara');
    await startFakeServer({
      ...answers,
      'POST /api/groups/join': problem(400, 'Invalid', { AccessCode: ['No course uses this access code.'] }),
    });
    openApp('/play');
    await join('WRONG');
    expect(await screen.findByText('No course uses this access code.')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Access Code'), '2');
    expect(screen.queryByText('No course uses this access code.')).not.toBeInTheDocument();
  });

  it('shows the course first, then the button that joins another one and the link to the own results', async () => {
    signedInAs('mara');
    await startFakeServer({ ...answers, ...board, [OWN_GROUPS]: { body: [group(SESSION_ID)] } });
    openApp('/play');
    const course = within(await screen.findByRole('region', { name: 'Operations 101' }));
    expect(course.queryByRole('button', { name: 'Join course' })).not.toBeInTheDocument();
    const heading = course.getByRole('heading', { name: 'Operations 101' });
    const join = course.getByRole('button', { name: 'Join another course' });
    expect(heading.compareDocumentPosition(join)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(course.getByRole('link', { name: 'My results' })).toHaveAttribute('href', '/results');
    await userEvent.click(join);
    expect(await screen.findByLabelText('Access Code')).toBeVisible();
  });

  it('shows the leaderboard of the running class', async () => {
    signedInAs('mara');
    await startFakeServer({ ...answers, ...board, [OWN_GROUPS]: { body: [group(SESSION_ID)] } });
    openApp('/play');
    expect(await screen.findByRole('heading', { name: 'Operations 101' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Leaderboard', level: 2 })).toBeVisible();
  });

  it('stays on the page until the running class becomes readable, then shows its leaderboard', async () => {
    signedInAs('mara');
    let visible = false;
    const hidden = problem(404, 'The class was not found.');
    await startFakeServer({
      ...answers,
      ...board,
      [OWN_GROUPS]: { body: [group(SESSION_ID)] },
      [`GET /api/sessions/${SESSION_ID}`]: () => (visible ? { body: gradebookOf({}).session } : hidden),
      [`GET /api/scores/leaderboard/${SESSION_ID}/all`]: () =>
        visible ? board[`GET /api/scores/leaderboard/${SESSION_ID}/all`] : hidden,
    });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate'] });
    openApp('/play');
    expect(await screen.findByRole('heading', { name: 'Operations 101' })).toBeVisible();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(window.location.pathname).toBe('/play');
    expect(screen.queryByRole('heading', { name: 'Leaderboard' })).not.toBeInTheDocument();
    visible = true;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByRole('heading', { name: 'Leaderboard', level: 2 })).toBeVisible();
  });

  it('shows that results go to the running class', async () => {
    signedInAs('mara');
    await startFakeServer({ ...answers, ...board, [OWN_GROUPS]: { body: [group(SESSION_ID)] } });
    openApp('/play');
    expect(await screen.findByText('Your results go to the running class of Operations 101.')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: /results go to/ })).not.toBeInTheDocument();
  });

  const ALPHA = { id: 'g2', name: 'Alpha', activeSessionId: '0198c0de-0000-7000-8000-00000000aaaa' };
  const SELECT = (id: string) => `PATCH /api/users/${USER_ID}/groupSelection/latest/${id}`;

  it('switches the class that receives the results when several are running', async () => {
    signedInAs('mara');
    let groups = [group(SESSION_ID), ALPHA];
    const seen = await startFakeServer({
      ...answers,
      ...board,
      [OWN_GROUPS]: () => ({ body: groups }),
      [SELECT('g2')]: () => {
        groups = [ALPHA, group(SESSION_ID)];
        return { status: 204 };
      },
    });
    openApp('/play');
    expect(await screen.findByRole('heading', { name: 'Operations 101' })).toBeVisible();
    const choice = screen.getByRole('combobox', { name: 'Your results go to the class of' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Alpha', 'Operations 101']);
    expect(choice).toHaveDisplayValue('Operations 101');
    await userEvent.selectOptions(choice, 'Alpha');
    expect(await screen.findByText('Results now go to the class of Alpha.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Alpha' })).toBeVisible();
    expect(choice).toHaveDisplayValue('Alpha');
    expect(seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it('shows that the class could not be switched, and keeps the previous one', async () => {
    signedInAs('mara');
    await startFakeServer({
      ...answers,
      ...board,
      [OWN_GROUPS]: { body: [group(SESSION_ID), ALPHA] },
      [SELECT('g2')]: problem(503, 'The platform is starting.'),
    });
    openApp('/play');
    const choice = await screen.findByRole('combobox', { name: 'Your results go to the class of' });
    await userEvent.selectOptions(choice, 'Alpha');
    expect(await screen.findByText('Failed to switch the class: The platform is starting.')).toBeVisible();
    await waitFor(() => expect(choice).toHaveDisplayValue('Operations 101'));
  });

  it('shows staff in the play area which class receives their results', async () => {
    signedInAs('ivan');
    await startFakeServer({
      ...answersFor('Instructor', 'ivan'),
      'GET /api/groups/listings': { body: [] },
      [OWN_GROUPS]: { body: [group(SESSION_ID)] },
    });
    openApp('/instructor/courses');
    const sidebar = within(await screen.findByRole('complementary', { name: 'Instructor' }));
    expect(await sidebar.findByText('Your results go to the running class of Operations 101.')).toBeVisible();
  });

  it('shows the class joined last when none is running', async () => {
    signedInAs('mara');
    const lastJoined = { lastJoinedGroupName: 'Ground School', lastJoinedSessionID: SESSION_ID };
    await startFakeServer({
      ...answers,
      ...board,
      [USER]: { body: { ...(answersFor('User', 'mara')[USER]?.body as object), ...lastJoined } },
    });
    openApp('/play');
    expect(await screen.findByRole('heading', { name: 'Ground School' })).toBeVisible();
    expect(screen.getByText('Your last course')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Leaderboard', level: 2 })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Leave course' })).not.toBeInTheDocument();
  });

  it('leaves a course and its running class after a confirmation', async () => {
    signedInAs('mara');
    let left = false;
    const seen = await startFakeServer({
      ...answers,
      ...board,
      [OWN_GROUPS]: () => ({ body: left ? [] : [group(SESSION_ID)] }),
      [`GET /api/sessions/${SESSION_ID}`]: () => (left ? problem(404, 'Gone') : { body: gradebookOf({}).session }),
      [USER]: () => ({
        body: {
          ...(answersFor('User', 'mara')[USER]?.body as object),
          lastJoinedGroupName: 'Operations 101',
          lastJoinedSessionID: SESSION_ID,
        },
      }),
      [LEAVE]: () => {
        left = true;
        return { status: 204 };
      },
    });
    openApp('/play');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave course' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave Operations 101?' }));
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Leave course' }));
    expect(await screen.findByText('You left Operations 101.')).toBeVisible();
    expect(await screen.findByText('Your last course')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Leaderboard' })).not.toBeInTheDocument());
    expect(window.location.pathname).toBe('/play');
  });

  it.each([
    ['the reason', problem(503, 'The rosters are being updated.'), 'The rosters are being updated.'],
    ['a general text', { status: 502 }, 'An unknown error occurred'],
  ])('shows with %s that the course cannot be left', async (_, refusal, text) => {
    signedInAs('mara');
    await startFakeServer({
      ...answers,
      ...board,
      [OWN_GROUPS]: { body: [group(SESSION_ID)] },
      [LEAVE]: refusal,
    });
    openApp('/play');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave course' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave Operations 101?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Leave course' }));
    expect(await dialog.findByText(text)).toBeVisible();
  });
});
