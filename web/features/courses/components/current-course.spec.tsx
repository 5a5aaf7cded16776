import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
const board = {
  'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': { body: SCENARIOS },
  [`GET /api/sessions/${SESSION_ID}`]: { body: gradebookOf({}).session },
  [`GET /api/scores/leaderboard/${SESSION_ID}/all`]: {
    body: { topScores: [], me: null, version: 0, frozenAt: null },
  },
};
const joined = { group: { id: 'g1', name: 'Operations 101' }, session: null };

async function join(code: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Join course' }));
  await userEvent.type(screen.getByLabelText('Access Code'), `${code}{Enter}`);
}

describe('the course of a player', () => {
  beforeEach(freshBrowser);

  it('sends who may not play to the login', async () => {
    signedInAs('mara');
    localStorage.setItem('canPlay', 'false');
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

  it('shows the refusal under the field until it is edited', async () => {
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

  it('shows the leaderboard of the class that runs', async () => {
    signedInAs('mara');
    await startFakeServer({ ...answers, ...board, [OWN_GROUPS]: { body: [group(SESSION_ID)] } });
    openApp('/play');
    expect(await screen.findByRole('heading', { name: 'Operations 101' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Leaderboard', level: 2 })).toBeVisible();
  });

  it('shows the class joined last when none runs', async () => {
    signedInAs('mara');
    const lastJoined = { lastJoinedGroupName: 'Ground School', lastJoinedSessionID: SESSION_ID };
    await startFakeServer({
      ...answers,
      ...board,
      [USER]: { body: { ...(answersFor('User', 'mara')[USER]?.body as object), ...lastJoined } },
    });
    openApp('/play');
    expect(await screen.findByRole('heading', { name: 'Ground School' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Leaderboard', level: 2 })).toBeVisible();
  });
});
