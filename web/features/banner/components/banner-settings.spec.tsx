import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BannerMessage } from '../../../../api/contracts/banner.contract.js';
import { stampOf, toPicker, zoneAt } from '../../../shared/local-time.js';
import { openAdmin } from '../../../testing/admin-fixture.js';
import { push } from '../../../testing/fake-live.js';
import { problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const PATH = '/api/systemSettings/bannerMessage';
const NOW = new Date('2026-03-02T12:00:00Z');
const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const moment = (minutes: number) => inMinutes(minutes).toISOString().replace('.000Z', 'Z');
const stamp = (minutes: number) => stampOf(moment(minutes));
const aBanner = (start: number, end: number, message = 'Serviced tonight.'): BannerMessage => ({
  message,
  startDate: moment(start),
  endDate: moment(end),
});

type Answers = Parameters<typeof openAdmin>[2];

/** Opens the page with a server that stores the banner. */
async function openSystem(first: BannerMessage | null, more: Answers = {}) {
  const kept = { banner: first };
  const seen = await openAdmin('/admin/system', 'SystemAdmin', {
    [`GET ${PATH}`]: () => ({ body: kept.banner }),
    [`POST ${PATH}`]: ({ body }) => {
      const { message, startDate, endDate } = body as Partial<BannerMessage>;
      kept.banner = { message: message ?? '', startDate: startDate ?? moment(0), endDate: endDate ?? moment(0) };
      return { status: 204 };
    },
    ...more,
  });
  await section();
  return { seen, kept, sent: () => seen.filter(({ method }) => method === 'POST').map(({ body }) => body) };
}

const section = () => screen.findByRole('region', { name: 'BANNER MESSAGE' });
const pick = (label: string, minutes: number) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: toPicker(inMinutes(minutes)) } });
const write = (text: string) => user.type(screen.getByRole('textbox', { name: 'Enter Message' }), text);
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const bar = () => screen.queryByRole('region', { name: 'Systemwide Message' });
const currentBanner = async () => (await screen.findByRole('heading', { name: 'Current banner' })).parentElement!;
const pushBanner = (value: BannerMessage, sequence: number) => push('banner', [{ key: 'snapshot', sequence, value }]);
/** Advances the clock to this long after NOW, inside `act`. */
async function pass(ms: number): Promise<void> {
  const until = NOW.getTime() + ms;
  while (Date.now() < until) await act(() => jest.advanceTimersByTimeAsync(Math.min(1_000, until - Date.now())));
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['requestAnimationFrame', 'queueMicrotask'] });
});
afterEach(() => jest.useRealTimers());

describe('the system page', () => {
  it('shows the banner message at the top of the page, and that none is set', async () => {
    await openSystem(null);
    const [first] = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 });
    expect(first).toHaveTextContent('BANNER MESSAGE');
    expect(await screen.findByText('No banner is set.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'System' })).toHaveAttribute('aria-current', 'page');
    for (const label of ['Start Date', 'End Date']) {
      expect(screen.getByLabelText(label)).toHaveAttribute('type', 'datetime-local');
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(`Time zone: ${zoneAt(NOW)}`);
    }
    expect(screen.getByLabelText('End Date')).toHaveAttribute('min', toPicker(NOW));
    expect(screen.getByLabelText('Start Date')).not.toHaveAttribute('min');
    expect(screen.getByRole('textbox', { name: 'Enter Message' })).toHaveAttribute('maxlength', '2000');
    expect(screen.getByText(/^0 of 2,000 characters\./)).toBeVisible();
  });

  it('denies access to admins of an organization', async () => {
    await openAdmin('/admin/system', 'OrganizationAdmin', {});
    expect(await screen.findByText("You don't have access to this!")).toBeVisible();
  });

  it('logs a failure to load to the console, and offers a button to retry', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    let isAway = true;
    await openSystem(null, { [`GET ${PATH}`]: () => (isAway ? problem(503, 'Later') : { body: null }) });
    expect(await screen.findByText('The current banner could not be loaded.')).toBeVisible();
    expect(logged).toHaveBeenCalledWith('Failed to fetch Banner Message:', expect.anything());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    isAway = false;
    await press('Try again');
    expect(await screen.findByText('No banner is set.')).toBeVisible();
    logged.mockRestore();
  });
});

describe('setting a banner', () => {
  it('shows a preview, sends the picked values, and shows the new banner', async () => {
    const { sent } = await openSystem(null);
    pick('Start Date', 10);
    pick('End Date', 90);
    await write('Serviced tonight.{Enter}Back at six.');
    const preview = screen.getByRole('figure', { name: 'Preview' });
    expect(within(preview).getByRole('region')).toHaveTextContent(/^Serviced tonight\. Back at six\.more info/);
    expect(screen.queryByText(/^Without/)).not.toBeInTheDocument();
    await press('Send');
    expect(await screen.findByText('The banner was saved.')).toBeVisible();
    const message = 'Serviced tonight.\nBack at six.';
    expect(sent()).toEqual([{ message, startDate: moment(10), endDate: moment(90) }]);
    await waitFor(async () => expect(await currentBanner()).toHaveTextContent('Serviced tonight. Back at six.'));
    expect(await currentBanner()).toHaveTextContent(`Scheduled from ${stamp(10)}`);
    expect(screen.getByRole('textbox', { name: 'Enter Message' })).toHaveValue('');
    expect(screen.getByLabelText('End Date')).toHaveValue('');
  });

  it('uses the current time when no start is picked', async () => {
    const { sent } = await openSystem(null);
    pick('End Date', 90);
    await write('Hello');
    expect(screen.getByText('Without a start date, the banner starts now.')).toBeVisible();
    await press('Send');
    expect(await screen.findByText('The banner was saved.')).toBeVisible();
    expect(sent()).toEqual([{ message: 'Hello', startDate: null, endDate: moment(90) }]);
  });

  it('warns beforehand that a banner without an end would be hidden immediately', async () => {
    const { sent } = await openSystem(null);
    await write('Hello');
    expect(screen.getByText('Without an end date, the banner ends now and is never shown.')).toBeVisible();
    await press('Send');
    const asked = () => screen.findByRole('dialog', { name: 'Send without an end date?' });
    const text = 'A banner without an end date ends now and is never shown.';
    expect(within(await asked()).getByText(text)).toBeVisible();
    expect(sent()).toEqual([]);
    await user.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await press('Send');
    await user.click(within(await asked()).getByRole('button', { name: 'Send Anyway' }));
    expect(await screen.findByText('The banner was saved.')).toBeInTheDocument();
    expect(sent()).toEqual([{ message: 'Hello', startDate: null, endDate: null }]);
  });

  it.each([
    ['a start after the end', 20, 10, 'Start Date', 'Start date must be before end date'],
    ['a future start and no end', 20, null, 'Start Date', 'Start date must be before end date'],
    ['an end in the past', null, -1, 'End Date', 'End date cannot be in the past'],
    ['a start and an end in the past', -9, -1, 'End Date', 'End date cannot be in the past'],
  ])('rejects %s', async (_, start, end, label, text) => {
    const { sent } = await openSystem(null);
    if (start !== null) pick('Start Date', start);
    if (end !== null) pick('End Date', end);
    await write('Hello');
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    await press('Send');
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(sent()).toEqual([]);
    pick('Start Date', 1);
    pick('End Date', 30);
    await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
  });

  it('shows a rejection of the server at the field, or above the button', async () => {
    const wrong = 'Start date must be before end date';
    const answers = [problem(400, wrong, { StartDate: [wrong] }), problem(503, 'The service is not available.')];
    await openSystem(null, { [`POST ${PATH}`]: () => answers.shift()! });
    pick('End Date', 30);
    await write('Hello');
    await press('Send');
    await waitFor(() => expect(screen.getByLabelText('Start Date')).toHaveAccessibleDescription(wrong));
    await press('Send');
    expect(await screen.findByText('The service is not available.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Enter Message' })).toHaveValue('Hello');
    expect(window.location.pathname).toBe('/admin/system');
  });

  it('explains that no banner is shown without a message, and sends the empty message', async () => {
    const { sent } = await openSystem(aBanner(-5, 60));
    expect(screen.getByText('Without a message, no banner is shown.')).toBeVisible();
    await press('Send');
    expect(await screen.findByText('The banner was hidden.')).toBeVisible();
    expect(sent()).toEqual([{ message: '', startDate: null, endDate: null }]);
    expect(await screen.findByText('No banner is set.')).toBeVisible();
  });

  it('starts editing with the current banner', async () => {
    const { sent } = await openSystem(aBanner(-5, 60));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(screen.getByLabelText('Start Date')).toHaveValue(toPicker(inMinutes(-5)));
    expect(screen.getByRole('textbox', { name: 'Enter Message' })).toHaveFocus();
    await write(' Back at six.');
    pick('End Date', 120);
    await press('Send');
    expect(await screen.findByText('The banner was saved.')).toBeVisible();
    const message = 'Serviced tonight. Back at six.';
    expect(sent()).toEqual([{ message, startDate: moment(-5), endDate: moment(120) }]);
  });
});

describe('the current banner', () => {
  it('is hidden after a confirmation, by a blank message', async () => {
    const { sent } = await openSystem(aBanner(-5, 60));
    expect(await currentBanner()).toHaveTextContent(`Shown now until ${stamp(60)}`);
    await user.click(await screen.findByRole('button', { name: 'Hide Now' }));
    const asked = () => screen.findByRole('dialog', { name: 'Hide the banner now?' });
    const text = 'The banner disappears immediately for everyone. Its message and dates are not kept.';
    expect(within(await asked()).getByText(text)).toBeVisible();
    await user.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent()).toEqual([]);
    await press('Hide Now');
    await user.click(within(await asked()).getByRole('button', { name: 'Hide Now' }));
    expect(await screen.findByText('The banner was hidden.')).toBeInTheDocument();
    expect(sent()).toEqual([{ message: '' }]);
    expect(await screen.findByText('No banner is set.')).toBeInTheDocument();
  });

  it('updates with the clock and with changes by other administrators, like the bar', async () => {
    await openSystem(aBanner(1, 2, 'First'));
    expect(await currentBanner()).toHaveTextContent(`Scheduled from ${stamp(1)}`);
    expect(bar()).toBeNull();
    await pass(62_000);
    expect(await currentBanner()).toHaveTextContent('Shown now');
    expect(bar()).toHaveTextContent('First');
    await pass(122_000);
    expect(await currentBanner()).toHaveTextContent('Ended since');
    expect(screen.queryByRole('button', { name: 'Hide Now' })).not.toBeInTheDocument();
    expect(bar()).toBeNull();

    await pushBanner(aBanner(3, 4, 'Second'), 7);
    expect(await currentBanner()).toHaveTextContent(/Scheduled.*Second/);
    await pass(182_000);
    expect(bar()).toHaveTextContent('Second');
    await press('Close banner');
    expect(bar()).toBeNull();
    expect(await currentBanner()).toHaveTextContent('Shown now');
    await pushBanner(aBanner(3, 9, 'Second'), 8);
    expect(bar()).toBeNull();
    await pushBanner(aBanner(3, 9, 'Third'), 9);
    expect(bar()).toHaveTextContent('Third');
    expect(await currentBanner()).toHaveTextContent('Third');
    await pass(542_000);
    expect(bar()).toBeNull();
    expect(await currentBanner()).toHaveTextContent('Ended since');
  });
});
