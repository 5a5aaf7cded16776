import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { GradebookRow } from '../../../../api/contracts/gradebook.contract.js';
import { connectionBecomes, push, watched } from '../../../testing/fake-live.js';
import { startFakeServer, type FakeAnswer } from '../../../testing/fake-server.js';
import { cell, gradebookOf, SESSION_ID, student } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';
import { flash } from '../flash.js';

jest.mock('../flash.js');
jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const ROWS = {
  u1: student('zoe'),
  u2: student('abel'),
  'u1:s1': cell({ total: 97 }),
  'u2:s1': cell({ total: 59 }),
  'u1:s2': cell({ maxTotal: 0, questions: 40, maxQuestions: 50, correct: 8, counted: 10 }),
  'u2:s2': cell({ maxTotal: 0 }),
};

async function open(rows: Record<string, GradebookRow> = ROWS, answer?: () => FakeAnswer | Promise<FakeAnswer>) {
  freshBrowser();
  signedInAs('mara.keller');
  await startFakeServer({
    ...answersFor('Instructor', 'mara.keller'),
    [`GET /api/sessions/${SESSION_ID}/gradebook`]: answer ?? { body: gradebookOf(rows) },
  });
  openApp(`/gradebook/${SESSION_ID}`);
}

const cellTexts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent);

const names = () => screen.getAllByRole('rowheader').map((name) => name.textContent);

describe('gradebook page', () => {
  beforeEach(() => {
    jest.clearAllMocks();
    giveElementsASize();
    connectionBecomes('live');
  });
  afterEach(() => jest.restoreAllMocks());

  it('names the course, the class and its access code', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Gradebook for Operations 101' })).toBeVisible();
    expect(screen.getByText('Session Name').nextSibling).toHaveTextContent('Operations 101 - Class 3');
    expect(screen.getByText('Access Code ID').nextSibling).toHaveTextContent('K7QX4M');
    expect(document.title).toBe('Ready Room');
  });

  it('shows the students by username with letter, percent and the questions of a quiz', async () => {
    await open();
    const [, , abel, zoe] = await screen.findAllByRole('row');
    expect(abel).toHaveTextContent(/^abel/);
    expect(cellTexts(abel as HTMLElement)).toEqual(['F59%', '-', '']);
    expect(zoe).toHaveTextContent(/^zoe/);
    expect(cellTexts(zoe as HTMLElement)).toEqual(['A+97%', 'B80% 8/10', '']);
  });

  it('cuts a long title into ten and ten characters and keeps the whole in the tooltip', async () => {
    await open();
    const header = await screen.findByRole('columnheader', { name: /Rendezvous/ });
    expect([...(header.firstElementChild?.children ?? [])].map((line) => line.textContent)).toEqual([
      'Rendezvous',
      ' and Proxi',
    ]);
    await userEvent.hover(header);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Rendezvous and Proximity, in full');
  });

  it('groups the scenarios by campaign', async () => {
    await open();
    const basics = await screen.findByRole('columnheader', { name: /Orbital Basics/ });
    expect(basics).toHaveAttribute('aria-colspan', '2');
    expect(basics).toHaveTextContent('Learn');
  });

  it('counts rows and columns over the whole set', async () => {
    await open();
    const grid = await screen.findByRole('grid', { name: 'Gradebook for Operations 101' });
    expect(grid).toHaveAttribute('aria-rowcount', '4');
    expect(grid).toHaveAttribute('aria-colcount', '4');
    const zoe = screen.getByRole('rowheader', { name: 'zoe' });
    expect(zoe).toHaveAttribute('aria-colindex', '1');
    expect(zoe.parentElement).toHaveAttribute('aria-rowindex', '4');
  });

  it('changes one cell when its row comes, and flashes it', async () => {
    await open();
    await screen.findByRole('grid');
    expect(watched()).toContain(`gradebook ${SESSION_ID}`);
    await push('gradebook', [{ key: 'u2:s1', sequence: 40, value: cell({ total: 91 }) }]);
    const [, , abel] = screen.getAllByRole('row');
    expect(cellTexts(abel as HTMLElement)[0]).toBe('A91%');
    expect(flash).toHaveBeenCalledTimes(1);
    expect(flash).toHaveBeenCalledWith(within(abel as HTMLElement).getAllByRole('gridcell')[0]);
  });

  it('does not go back to an older row', async () => {
    await open();
    await screen.findByRole('grid');
    await push('gradebook', [{ key: 'u2:s1', sequence: 2, value: cell({ total: 10 }) }]);
    expect(screen.getByText('59%', { exact: false })).toBeVisible();
  });

  it('lets students in and out', async () => {
    await open({});
    expect(await screen.findByText('No Students Enrolled')).toBeVisible();
    await push('gradebook', [{ key: 'u9', sequence: 50, value: student('nova') }]);
    expect(screen.getByRole('rowheader', { name: 'nova' })).toBeVisible();
    await push('gradebook', [{ key: 'u9', sequence: 51, value: null }]);
    expect(screen.getByText('No Students Enrolled')).toBeVisible();
  });

  it('shows its shape and Loading... while it loads', async () => {
    let arrive: ((answer: FakeAnswer) => void) | undefined;
    await open(ROWS, () => new Promise((resolve) => (arrive = resolve)));
    await waitFor(() => expect(arrive).toBeDefined());
    expect(screen.getByText('Loading...')).toBeVisible();
    arrive?.({ body: gradebookOf(ROWS) });
    expect(await screen.findByRole('grid')).toBeVisible();
  });

  it('says whether it is live', async () => {
    await open();
    expect(await screen.findByText('Live')).toHaveAttribute('aria-live', 'polite');
    connectionBecomes('reconnecting');
    expect(screen.getByText('Reconnecting…')).toBeVisible();
    connectionBecomes('offline');
    expect(screen.getByText('Offline')).toBeVisible();
  });

  it('says when the class has ended', async () => {
    await open();
    await screen.findByRole('grid');
    expect(watched()).toContain(`class ${SESSION_ID}`);
    const ended = { ...gradebookOf({}).session, endDate: '2026-03-01T12:00:00Z' };
    await push('class', [{ key: 'snapshot', sequence: 60, value: ended }], true);
    expect(screen.getByText(/^This class ended on/)).toBeVisible();
  });

  it('sorts by a scenario on a click or Enter, with who has no attempt last', async () => {
    await open({ ...ROWS, u3: student('mo') });
    await userEvent.click(await screen.findByRole('columnheader', { name: /Orbit Raising/ }));
    expect(names()).toEqual(['zoe', 'abel', 'mo']);
    await userEvent.keyboard('{Enter}');
    expect(names()).toEqual(['mo', 'abel', 'zoe']);
    expect(screen.getByRole('columnheader', { name: /Orbit Raising/ })).toHaveAttribute('aria-sort', 'ascending');
  });

  it('has one tab stop, which the arrow keys move', async () => {
    await open();
    await screen.findByRole('grid');
    await userEvent.tab();
    expect(screen.getByRole('columnheader', { name: /Student/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toHaveTextContent('F59%'));
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
  });
});
