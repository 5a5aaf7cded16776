import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CLASS_START, personId, sampleRecording } from '../../../api/contracts/recording.fixture.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { SESSION_ID } from '../../testing/gradebook-fixture.js';
import { debriefPath, openDebriefPage } from '../../testing/open-debrief.js';

jest.mock('../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../testing/fake-live.js').fakeLive,
}));

const at = (seconds: number): number => CLASS_START + seconds * 1_000;
const moment = (seconds: number): string => new Date(at(seconds)).toISOString().replace('.000', '');
const PATH = `/api/sessions/${SESSION_ID}/bookmarks`;

const sample = sampleRecording(2, 1, {
  steps: [[90, at(600), 'ended', at(600)]],
  bookmarks: [
    [personId(10), at(60), 1, 'Everybody is stuck'],
    [personId(11), at(180), 1, ''],
    [personId(12), at(300), 0, 'The lead changes'],
  ],
});

function open(seconds: number, bookmarks = sample.bookmarks) {
  const recording: Recording = {
    ...sample,
    bookmarks,
    session: { ...sample.session, id: SESSION_ID, endDate: new Date(at(600)).toISOString() },
  };
  const created = { id: personId(13), at: moment(100), note: '', author: { userId: 'u1', name: 'Mara' } };
  return openDebriefPage(recording, debriefPath(`&at=${moment(seconds)}`), {
    [`GET ${PATH}`]: { body: [] },
    [`POST ${PATH}`]: { status: 201, body: created },
  });
}

const slider = () => screen.findByRole('slider', { name: 'Moment of the class' });
const shows = async (clock: string) => {
  const control = await slider();
  await waitFor(() => expect(control.getAttribute('aria-valuetext')).toContain(`${clock} after the start`));
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const walk = () => within(screen.getByRole('region', { name: 'Bookmarks' }));

it('walks forward and back, and says which bookmark is shown', async () => {
  await open(0);
  await shows('0:00:00');
  expect(walk().getByText('3 bookmarks')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous bookmark' })).toBeDisabled();
  await press('Next bookmark');
  await shows('0:01:00');
  expect(await walk().findByText('Bookmark 1 of 3: Everybody is stuck')).toBeVisible();
  await press('Next bookmark');
  await shows('0:03:00');
  await press('Next bookmark');
  await shows('0:05:00');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next bookmark' })).toBeDisabled());
  await press('Previous bookmark');
  await shows('0:03:00');
  expect(await walk().findByText('Bookmark 2 of 3')).toBeVisible();
});

it('lists the bookmarks, marks the current one, and jumps with Enter', async () => {
  await open(70);
  await press('Show bookmarks');
  const [first, , third] = await screen.findAllByRole('button', { name: /by First Last/ });
  expect(first).toHaveAccessibleName(/\d\d:\d\d:\d\d Everybody is stuck by First Last 1$/);
  expect(first).toHaveAttribute('aria-current', 'true');
  act(() => third!.focus());
  await userEvent.keyboard('{Enter}');
  await shows('0:05:00');
  await waitFor(() => expect(third).toHaveAttribute('aria-current', 'true'));
  expect(first).toHaveAttribute('aria-current', 'false');
});

it('sets a bookmark at the shown moment, by button and by key, also on the time bar', async () => {
  const seen = await open(100);
  await press('Bookmark');
  const bodies = () => seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await waitFor(() => expect(bodies()).toEqual([{ at: moment(100) }]));
  const control = await slider();
  fireEvent.keyDown(control, { key: 'ArrowRight' });
  await screen.findByText(/Bookmark set/);
  fireEvent.keyDown(control, { key: 'b' });
  await waitFor(() => expect(bodies()).toEqual([{ at: moment(100) }, { at: moment(110) }]));
});

it('explains bookmarks while there are none', async () => {
  await open(0, []);
  await press('Show bookmarks');
  expect(await screen.findByText(/^No bookmarks yet/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next bookmark' })).toBeDisabled();
});
