import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BannerMessage } from '../../../../api/contracts/banner.contract.js';
import { push } from '../../../testing/fake-live.js';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const GET_BANNER = 'GET /api/systemSettings/bannerMessage';
const NOW = new Date('2026-03-02T12:00:00Z');

const banner = (more: Partial<BannerMessage> = {}): BannerMessage => ({
  message: 'Serviced tonight.',
  startDate: '2026-03-02T11:00:00Z',
  endDate: '2026-03-02T13:00:00Z',
  ...more,
});

const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const bar = () => screen.queryByRole('region', { name: 'Systemwide Message' });
const showBanner = () => sessionStorage.getItem('showBanner');
/** Advances the clock to this long after NOW. Earlier waits have already advanced it a little. */
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(NOW.getTime() + ms - Date.now()));

/** Opens the login page and waits for the banner response. */
async function openLogin(answer: BannerMessage | null) {
  const seen = await startFakeServer({ [GET_BANNER]: { body: answer === null ? 'null' : answer } });
  openApp('/');
  await screen.findByRole('button', { name: 'Login' });
  await waitFor(() => expect(showBanner()).not.toBeNull());
  return seen;
}

async function openSignedIn(answer: Parameters<typeof startFakeServer>[0][string]) {
  signedInAs('mara.keller');
  await startFakeServer({
    ...answersFor('Instructor', 'mara.keller'),
    'GET /api/groups/listings': { body: [] },
    [GET_BANNER]: answer,
  });
  openApp('/instructor/courses');
  await screen.findByRole('heading', { name: 'Courses' });
  await waitFor(() => expect(showBanner()).not.toBeNull());
}

const pushBanner = (value: BannerMessage | null, sequence = 7) =>
  push('banner', [{ key: 'snapshot', sequence, value }]);

beforeEach(() => {
  freshBrowser();
  jest.useFakeTimers({ now: NOW, doNotFake: ['requestAnimationFrame', 'queueMicrotask'] });
});
afterEach(() => jest.useRealTimers());

describe('the times of the banner', () => {
  it.each([
    ['from its start', { startDate: '2026-03-02T12:00:00Z' }],
    ['shortly before its end', { endDate: '2026-03-02T12:00:05Z' }],
    ['in between', {}],
  ])('shows the banner %s', async (_, times) => {
    await openLogin(banner(times));
    expect(bar()).toHaveTextContent('Serviced tonight.');
    expect(showBanner()).toBe('true');
  });

  it.each([
    ['when there is none', null],
    ['before its start', banner({ startDate: '2026-03-02T12:00:01Z' })],
    ['after its end', banner({ endDate: '2026-03-02T11:59:59Z' })],
    ['without a message', banner({ message: '' })],
    ['with a blank message', banner({ message: ' \n' })],
  ])('does not show the banner %s', async (_, answer) => {
    await openLogin(answer);
    expect(bar()).toBeNull();
    expect(showBanner()).toBe('false');
  });

  it('appears at its start and disappears after its end by itself', async () => {
    await openLogin(banner({ startDate: '2026-03-02T12:00:20Z', endDate: '2026-03-02T12:00:40Z' }));
    await pass(19_999);
    expect(bar()).toBeNull();
    await pass(20_000);
    expect([bar() !== null, showBanner()]).toEqual([true, 'true']);
    await pass(40_000);
    expect(bar()).not.toBeNull();
    await pass(40_001);
    expect([bar(), showBanner()]).toEqual([null, 'false']);
  });

  it('appears on time even when its start is far in the future', async () => {
    await openLogin(banner({ startDate: '2026-03-02T12:10:00Z' }));
    await pass(10 * 60_000 - 1);
    expect(bar()).toBeNull();
    await pass(10 * 60_000);
    expect(bar()).not.toBeNull();
  });
});

describe('the content of the banner', () => {
  it('shows the full message and the address in a dialog', async () => {
    const message = '<b>Serviced</b> tonight.\nBack at six.';
    await openLogin(banner({ message }));
    await user.click(within(bar()!).getByRole('button', { name: 'more info' }));
    const dialog = screen.getByRole('dialog', { name: 'Systemwide Message' });
    expect(within(dialog).getByText((_, element) => element?.textContent === message)).toBeVisible();
    expect(within(dialog).getByText('For more info reach out to us at:', { exact: false })).toBeVisible();
    const mail = within(dialog).getByRole('link', { name: 'help@ready-room.example' });
    expect(mail).toHaveAttribute('href', 'mailto:help@ready-room.example');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bar()).not.toBeNull();
  });
});

describe('a closed banner', () => {
  const closeIt = () => user.click(screen.getByRole('button', { name: 'Close banner' }));

  it('stays closed for the browser session', async () => {
    await openLogin(banner());
    await closeIt();
    expect([bar(), showBanner()]).toEqual([null, 'false']);
    sessionStorage.removeItem('showBanner');
    cleanup();
    await openLogin(banner({ endDate: '2026-03-02T14:00:00Z' }));
    expect([bar(), showBanner()]).toEqual([null, 'false']);
  });

  it('appears again with a different message', async () => {
    await openSignedIn({ body: banner() });
    await closeIt();
    await pushBanner(banner());
    expect(bar()).toBeNull();
    await pushBanner(banner({ message: 'Serviced tomorrow.' }));
    expect(bar()).toHaveTextContent('Serviced tomorrow.');
    expect(showBanner()).toBe('true');
  });
});

describe('a banner that cannot be loaded', () => {
  it('stays hidden, logs the failure to the console only, and appears once it loads', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    let isAway = true;
    await openSignedIn(() => (isAway ? problem(503, 'Later') : { body: banner() }));
    expect([bar(), showBanner()]).toEqual([null, 'false']);
    expect(log.mock.calls).toEqual([['Failed to fetch Banner Message:', expect.any(Error)]]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(window.location.pathname).toBe('/instructor/courses');
    log.mockRestore();
    isAway = false;
    await pass(65_000);
    expect([bar() !== null, showBanner()]).toEqual([true, 'true']);
  });
});

describe('a banner that changes', () => {
  it('updates immediately on pages after the login', async () => {
    await openSignedIn({ body: 'null' });
    expect(bar()).toBeNull();
    await pushBanner(banner());
    expect(bar()).toHaveTextContent('Serviced tonight.');
    await pushBanner(banner({ message: 'Serviced now.' }));
    expect(bar()).toHaveTextContent('Serviced now.');
    await pushBanner(null);
    expect([bar(), showBanner()]).toEqual([null, 'false']);
  });

  it('is not polled while the live topic is connected', async () => {
    let asked = 0;
    await openSignedIn(() => {
      asked += 1;
      return { body: 'null' };
    });
    await pushBanner(banner());
    await pass(180_000);
    expect(asked).toBe(1);
  });

  it('updates within a minute on pages before the login', async () => {
    let answer: BannerMessage | 'null' = 'null';
    await startFakeServer({ [GET_BANNER]: () => ({ body: answer }) });
    openApp('/');
    await waitFor(() => expect(showBanner()).toBe('false'));
    answer = banner();
    await pass(65_000);
    expect(bar()).toHaveTextContent('Serviced tonight.');
  });
});
