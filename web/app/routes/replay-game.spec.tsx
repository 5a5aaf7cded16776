import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RecordedFlight } from '../../../api/contracts/recorded-flight.contract.js';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { loadDocument } from '../../shared/load-document.js';
import { startFakeServer } from '../../testing/fake-server.js';
import { fakeUnity, gameAnswers, raise } from '../../testing/fake-unity.js';
import { SESSION_ID } from '../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../testing/open-app.js';
import { replayAddress } from '../replay-address.js';

jest.mock('../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../testing/fake-live.js').fakeLive,
}));
jest.mock('../../shared/load-document.js', () => ({ loadDocument: jest.fn(), isDocumentOf: () => true }));

const flightOf = (attemptId: string, name: string): RecordedFlight => ({
  attemptId,
  userId: 'u1',
  name,
  scenarioId: 's1',
  scenarioTitle: 'Docking',
  totalScore: 80,
  maxTotalScore: 100,
  passed: true,
  level: 'Reported',
  startedAt: '2026-03-02T09:00:00Z',
  completedAt: '2026-03-02T09:05:00Z',
  flight: null,
});
const flights = [flightOf('a1', 'Ada Byron'), flightOf('a2', 'Alan T.')];
const request = (attemptId: string) => `GET /api/sessions/${SESSION_ID}/flights/${attemptId}`;
const AT = '2026-03-02T09:30:00Z';

async function open(role: Role, at?: string, answers: Parameters<typeof startFakeServer>[0] = {}) {
  freshBrowser();
  signedInAs('mara');
  const unity = fakeUnity();
  const seen = await startFakeServer({
    ...answersFor(role, 'mara'),
    ...gameAnswers,
    ...Object.fromEntries(flights.map((flight) => [request(flight.attemptId), { body: flight }])),
    ...answers,
  });
  openApp(replayAddress({ sessionId: SESSION_ID, attemptIds: ['a1', 'a2'], at }));
  return { unity, seen };
}

const leave = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the replay' }));
  await waitFor(() => expect(loadDocument).toHaveBeenCalled());
  return jest.mocked(loadDocument).mock.calls;
};

beforeEach(() => {
  jest.mocked(loadDocument).mockClear();
  jest.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

it('returns staff to the debrief, at the moment from which the replay was opened', async () => {
  await open('Instructor', AT);
  expect(await leave()).toEqual([
    [`/instructor/gradebook/${SESSION_ID}?view=debrief&show=table&at=${encodeURIComponent(AT)}`],
  ]);
});

it('returns staff to the end of the debrief when the replay was opened there', async () => {
  await open('Instructor');
  expect(await leave()).toEqual([[`/instructor/gradebook/${SESSION_ID}?view=debrief&show=table`]]);
});

it('returns students to their own debrief', async () => {
  await open('User');
  expect(await leave()).toEqual([[`/results/${SESSION_ID}`]]);
});

it('sends the flights to a game that asks for them, and then offers no other view of the results', async () => {
  const { unity } = await open('Instructor', AT);
  await unity.begin();
  await unity.run();
  expect(screen.getByText('This game cannot replay flights.')).toBeVisible();
  await raise('WatchReplay');
  expect(unity.messages).toContainEqual(['WebBridge', 'ReceiveReplay', JSON.stringify(flights)]);
  expect(screen.queryByText('This game cannot replay flights.')).not.toBeInTheDocument();
});

it('sends nothing to the platform when the game reports a result', async () => {
  const { unity, seen } = await open('Instructor', AT);
  await unity.begin();
  await unity.run();
  await raise('SubmitResult', JSON.stringify({ attemptId: 'a3' }));
  expect(seen.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/scores'))).toEqual([]);
});

it('offers another try when a flight cannot be loaded', async () => {
  await open('Instructor', AT, { [request('a2')]: { status: 503, body: { title: 'Down', status: 503 } } });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
