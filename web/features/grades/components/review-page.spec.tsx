import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReviewedAttempt, ReviewList } from '../../../../api/contracts/grades.contract.js';
import { push, watched } from '../../../testing/fake-live.js';
import { type FakeAnswer, problem, startFakeServer } from '../../../testing/fake-server.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const attempt = (changes: Partial<ReviewedAttempt> = {}): ReviewedAttempt => ({
  attemptId: '0198c0de-00e1-7000-8000-000000000001',
  userId: 'u1',
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Byron',
  scenarioId: 's1',
  scenarioTitle: 'Safe Retreat',
  total: 990,
  maximum: 1_000,
  level: 'Reported',
  late: false,
  flags: ['BeganBeforeClass', 'Overlapping'],
  startedAt: '2026-03-01T08:50:00Z',
  completedAt: '2026-03-01T09:10:00Z',
  arrivedAt: '2026-03-01T09:10:05Z',
  claimed: null,
  flown: null,
  decision: null,
  ...changes,
});
const aside = {
  decisionId: '0198c0de-00f1-7000-8000-000000000001',
  decision: 'SetAside',
  reason: 'Copied.',
  by: 'mara',
  at: '2026-03-01T09:20:00Z',
} as const;

/** The id of a decision that the page makes while {@link fixIds} applies. */
const MADE_ID = '00000000-0000-4000-8000-000000000000';
const fixIds = () => jest.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => bytes);
afterEach(() => jest.restoreAllMocks());

async function open(onDecide?: () => Promise<FakeAnswer | void>) {
  freshBrowser();
  signedInAs('mara');
  const seen = await startFakeServer({
    ...answersFor('Instructor', 'mara'),
    [`GET /api/sessions/${SESSION_ID}`]: { body: { id: SESSION_ID, name: 'Operations - Class 3', groupId: 'g1' } },
    [`DELETE /api/sessions/${SESSION_ID}/decisions/${aside.decisionId}`]: { status: 204 },
    [`PUT /api/sessions/${SESSION_ID}/decisions/${MADE_ID}`]: async () => (await onDecide?.()) ?? { status: 204 },
  });
  openApp(`/instructor/gradebook/${SESSION_ID}?view=review`);
  await screen.findByRole('heading', { name: 'To review' });
  await waitFor(() => expect(watched()).toContain(`review ${SESSION_ID}`));
  return seen;
}

const sends = (value: ReviewList, sequence: number) => push('review', [{ key: 'snapshot', sequence, value }], true);

it('lists flagged results with their reasons, and counts them on the tab', async () => {
  await open();
  await sends({ open: 1, attempts: [attempt()] }, 1);
  expect(screen.getByRole('link', { name: 'To review 1 result to review' })).toBeVisible();
  const reasons = within(await screen.findByRole('list', { name: 'Reasons to review' }));
  expect(reasons.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'It began before the class started.',
    'It overlaps another attempt of the same student.',
  ]);
  expect(screen.getByText('Reported: only the game says so.')).toBeInTheDocument();
});

it('asks for a reason before a result is set aside', async () => {
  await open();
  await sends({ open: 1, attempts: [attempt()] }, 1);
  await userEvent.click(await screen.findByRole('button', { name: 'Set aside Safe Retreat of ada' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set aside the result of ada?' }));
  expect(dialog.getByRole('button', { name: 'Set aside' })).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Reason'), 'Copied.');
  expect(dialog.getByRole('button', { name: 'Set aside' })).toBeEnabled();
});

it('keeps an open dialog and its reason when a colleague decides about the result', async () => {
  await open();
  await sends({ open: 1, attempts: [attempt()] }, 1);
  await userEvent.click(await screen.findByRole('button', { name: 'Accept Safe Retreat of ada' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept the result of ada?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Seen by me.');
  expect(dialog.queryByRole('alert')).toBeNull();
  await sends({ open: 0, attempts: [attempt({ decision: aside })] }, 2);
  expect(dialog.getByRole('alert')).toHaveTextContent('A decision about this result was made meanwhile.');
  expect(dialog.getByRole('alert')).toHaveClass('MuiAlert-colorWarning');
  await sends({ open: 0, attempts: [] }, 3);
  expect(dialog.getByLabelText('Reason')).toHaveValue('Seen by me.');
  expect(dialog.getByLabelText('Reason')).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Nothing to review')).toBeVisible();
});

it('shows the refusal of a decision that follows another one', async () => {
  fixIds();
  await open(async () => problem(409, 'The class is locked.'));
  await sends({ open: 1, attempts: [attempt()] }, 1);
  await userEvent.click(await screen.findByRole('button', { name: 'Accept Safe Retreat of ada' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept the result of ada?' }));
  await sends({ open: 0, attempts: [attempt({ decision: aside })] }, 2);
  await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('The class is locked.'));
});

it('shows a decision with its reason, and undoes it', async () => {
  const seen = await open();
  await sends({ open: 0, attempts: [attempt({ decision: aside })] }, 1);
  expect(await screen.findByText('Nothing to review')).toBeVisible();
  expect(screen.getByText('Copied.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo the decision about Safe Retreat of ada' }));
  expect(await screen.findByText('Decision undone')).toBeVisible();
  expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

describe('the focus', () => {
  const attempts = ['ada', 'ben', 'eve'].map((username, nth) =>
    attempt({ username, attemptId: `0198c0de-00e1-7000-8000-00000000000${nth}` }),
  );
  const [ada, ben, eve] = attempts as [ReviewedAttempt, ReviewedAttempt, ReviewedAttempt];
  const cardOf = ({ username }: ReviewedAttempt) =>
    screen.getByRole('heading', { name: new RegExp(username) }).closest('li');

  it('goes to the next result when one is decided, and stays with a result whose decision is undone', async () => {
    fixIds();
    const decided = { ...ada, decision: aside };
    let respond = (): void => undefined;
    const seen = await open(() => new Promise<void>((resolve) => (respond = resolve)));
    await sends({ open: 3, attempts }, 1);
    await userEvent.click(await screen.findByRole('button', { name: 'Set aside Safe Retreat of ada' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Copied.');
    await userEvent.click(dialog.getByRole('button', { name: 'Set aside' }));
    await waitFor(() => expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1));
    // The change arrives before the response to the decision.
    await sends({ open: 2, attempts: [decided, ben, eve] }, 2);
    respond();
    await waitFor(() => expect(cardOf(ben)).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Undo the decision about Safe Retreat of ada' }));
    await sends({ open: 3, attempts }, 3);
    await waitFor(() => expect(cardOf(eve)).toHaveFocus());
  });

  it('goes to the next result when a dialog is closed after a colleague has decided', async () => {
    await open();
    await sends({ open: 3, attempts }, 1);
    await userEvent.click(await screen.findByRole('button', { name: 'Accept Safe Retreat of ada' }));
    const dialog = within(await screen.findByRole('dialog'));
    await sends({ open: 2, attempts: [{ ...ada, decision: aside }, ben, eve] }, 2);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(cardOf(ben)).toHaveFocus());
  });

  it('returns to the button of a dialog that is closed without a decision', async () => {
    await open();
    await sends({ open: 3, attempts }, 1);
    const button = await screen.findByRole('button', { name: 'Accept Safe Retreat of ben' });
    await userEvent.click(button);
    const dialog = within(await screen.findByRole('dialog'));
    await sends({ open: 2, attempts: [{ ...ada, decision: aside }, ben, eve] }, 2);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('stays where it is when another result is decided', async () => {
    await open();
    await sends({ open: 3, attempts }, 1);
    const button = await screen.findByRole('button', { name: 'Accept Safe Retreat of eve' });
    act(() => button.focus());
    await sends({ open: 2, attempts: [{ ...ada, decision: aside }, ben, eve] }, 2);
    await screen.findByText('Copied.');
    expect(button).toHaveFocus();
  });

  it('goes to the lists when no result is left', async () => {
    await open();
    await sends({ open: 1, attempts: [ada] }, 1);
    const button = await screen.findByRole('button', { name: 'Accept Safe Retreat of ada' });
    act(() => button.focus());
    await sends({ open: 0, attempts: [] }, 2);
    const note = await screen.findByText('Nothing to review');
    expect(document.activeElement).toContainElement(note);
    expect(document.activeElement).not.toBe(document.body);
  });
});
