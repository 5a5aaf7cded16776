import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { push, watched } from '../../testing/fake-live.js';
import { fakeServer, problem, startFakeServer } from '../../testing/fake-server.js';
import { fakeUnity, gameAnswers, raise } from '../../testing/fake-unity.js';
import { gradebookOf } from '../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../testing/open-app.js';

jest.mock('../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../testing/fake-live.js').fakeLive,
}));
jest.mock('../../shared/load-document.js', () => ({ loadDocument: jest.fn(), isDocumentOf: () => true }));

const FIRST = '0198c0de-0000-7000-8000-0000000000d1';
const SECOND = '0198c0de-0000-7000-8000-0000000000d2';
const course = (id: string, name: string, activeSessionId: string | null) => ({ id, name, activeSessionId });
const sessionOf = (id: string, name: string) => ({ ...gradebookOf({}).session, id, name });
const board = { body: { topScores: [], me: null, version: 0, frozenAt: null } };

/** Opens the play area with a running game; `courses` is called at each request. */
async function open(courses: () => object[], more = {}) {
  signedInAs('mara');
  const unity = fakeUnity();
  await startFakeServer({
    ...answersFor('User', 'mara'),
    ...gameAnswers,
    'GET /api/users/me/groups': () => ({ body: courses() }),
    [`GET /api/sessions/${FIRST}`]: { body: sessionOf(FIRST, 'Operations 101 - Class 1') },
    [`GET /api/sessions/${SECOND}`]: { body: sessionOf(SECOND, 'Orbits - Class 4') },
    [`GET /api/scores/leaderboard/${FIRST}/all`]: board,
    [`GET /api/scores/leaderboard/${SECOND}/all`]: board,
    'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': { body: [] },
    ...more,
  });
  openApp('/play');
  await unity.begin();
  await unity.run();
  return {
    raise,
    received: () =>
      unity.messages
        .filter(([, method]) => method === 'ReceiveClass')
        .map(([, , json]) => JSON.parse(String(json)) as unknown),
  };
}

const NONE = { sessionId: null, name: '', runningSessionIds: [] };

describe('the class that the game receives', () => {
  beforeEach(() => {
    freshBrowser();
    jest.spyOn(console, 'log').mockImplementation(() => {});
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => jest.restoreAllMocks());

  it('is sent when the game raises WatchClass, and again when the player selects another class', async () => {
    let courses = [course('g1', 'Operations 101', FIRST), course('g2', 'Orbits', SECOND)];
    const { received } = await open(() => courses, {
      [`PATCH /api/users/${USER_ID}/groupSelection/latest/g2`]: () => {
        courses = [courses[1]!, courses[0]!];
        return { status: 204 };
      },
    });
    await raise('WatchClass');
    const first = { sessionId: FIRST, name: 'Operations 101 - Class 1', runningSessionIds: [FIRST, SECOND] };
    await waitFor(() => expect(received()).toEqual([first]));
    await userEvent.selectOptions(screen.getByLabelText('Your results go to the class of'), 'Orbits');
    const second = { sessionId: SECOND, name: 'Orbits - Class 4', runningSessionIds: [SECOND, FIRST] };
    await waitFor(() => expect(received()).toEqual([first, second]));
  });

  it('is sent when a course is joined, and when its class ends, resumes, or another class starts', async () => {
    let courses: object[] = [];
    const user = answersFor('User', 'mara')[`GET /api/users/${USER_ID}`].body;
    const lastClass = { lastJoinedGroupName: 'Operations 101', lastJoinedSessionID: FIRST };
    const { received } = await open(() => courses, {
      [`GET /api/users/${USER_ID}`]: () => ({ body: { ...user, ...(courses.length > 0 && lastClass) } }),
      'POST /api/groups/join': () => {
        courses = [course('g1', 'Operations 101', FIRST)];
        return { body: { group: { id: 'g1', name: 'Operations 101' }, session: null } };
      },
    });
    await raise('WatchClass');
    await waitFor(() => expect(received()).toEqual([NONE]));
    await userEvent.click(await screen.findByRole('button', { name: 'Join course' }));
    await userEvent.type(await screen.findByLabelText('Access Code'), 'K7QX4M{Enter}');
    const first = { sessionId: FIRST, name: 'Operations 101 - Class 1', runningSessionIds: [FIRST] };
    await waitFor(() => expect(received()).toEqual([NONE, first]));
    courses = [course('g1', 'Operations 101', null)];
    const ended = { ...sessionOf(FIRST, 'Operations 101 - Class 1'), endDate: '2026-03-01T11:00:00Z' };
    await push('class', [{ key: 'snapshot', sequence: 9, value: ended }], true);
    await waitFor(() => expect(received()).toEqual([NONE, first, NONE]));
    expect(watched()).toContain('course-class g1');
    for (const [sequence, sessionId] of [FIRST, SECOND].entries()) {
      courses = [course('g1', 'Operations 101', sessionId)];
      await push('course-class', [{ key: 'snapshot', sequence: 10 + sequence, value: { sessionId } }], true);
      await waitFor(() => expect(received().at(-1)).toMatchObject({ sessionId }));
    }
    expect(received().slice(0, 4)).toEqual([NONE, first, NONE, first]);
  });

  it('has the name of its course while its own name cannot be read', async () => {
    const { received } = await open(() => [course('g1', 'Operations 101', FIRST)], {
      [`GET /api/sessions/${FIRST}`]: problem(404, 'Not found'),
    });
    await raise('WatchClass');
    await waitFor(() =>
      expect(received()).toEqual([{ sessionId: FIRST, name: 'Operations 101', runningSessionIds: [FIRST] }]),
    );
  });

  it('is not sent to a game that never raises WatchClass', async () => {
    const { received } = await open(() => [course('g1', 'Operations 101', FIRST)]);
    await screen.findByText('Your results go to the running class of Operations 101.');
    expect(received()).toEqual([]);
  });
});

describe('a game in progress', () => {
  beforeEach(() => {
    freshBrowser();
    jest.spyOn(console, 'log').mockImplementation(() => {});
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    'GET /api/users/me/groups',
    `GET /api/users/${USER_ID}`,
    'GET /api/auth/session/roles',
    `GET /api/sessions/${FIRST}`,
  ])('stays open when %s is refused after a reconnect', async (request) => {
    await open(() => [course('g1', 'Operations 101', FIRST)]);
    await screen.findByText(/^No scores yet/);
    const seen = fakeServer({ [request]: problem(503, 'Down') });
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 120_000); // every query is stale
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(seen.map(({ method, path }) => `${method} ${path}`)).toContain(request));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(window.location.pathname).toBe('/play');
  });

  it('stays open when the leaderboard and its filters cannot be loaded', async () => {
    let loads = 0;
    await open(() => [course('g1', 'Operations 101', FIRST)], {
      [`GET /api/sessions/${FIRST}`]: () =>
        loads++ === 0 ? { body: sessionOf(FIRST, 'Operations 101 - Class 1') } : problem(503, 'Down'),
      [`GET /api/scores/leaderboard/${FIRST}/all`]: problem(503, 'Down'),
      'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': problem(503, 'Down'),
    });
    expect(await screen.findByText('The leaderboard could not be loaded.')).toBeVisible();
    expect(window.location.pathname).toBe('/play');
  });
});
