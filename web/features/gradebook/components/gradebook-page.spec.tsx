import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connectionBecomes, push, watched } from '../../../testing/fake-live.js';
import type { FakeAnswer } from '../../../testing/fake-server.js';
import { gradebookCell } from '../../../../api/contracts/gradebook-content.fixture.js';
import { gradebookOf, SESSION_ID, student } from '../../../testing/gradebook-fixture.js';
import { cellTexts, openGradebook, ROWS } from '../../../testing/open-gradebook.js';
import { scorecard } from '../../../testing/scorecard-fixture.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';
import { flash } from '../flash.js';

jest.mock('../flash.js');
jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

beforeEach(() => {
  jest.clearAllMocks();
  giveElementsASize();
  connectionBecomes('live');
});
afterEach(() => jest.restoreAllMocks());

describe('gradebook page', () => {
  it('shows the course, the class and the course code', async () => {
    await openGradebook();
    expect(await screen.findByRole('heading', { name: 'Gradebook for Operations 101' })).toBeVisible();
    expect(screen.getByText('Session Name').nextSibling).toHaveTextContent('Operations 101 - Class 3');
    expect(screen.getByText('Access Code ID').nextSibling).toHaveTextContent('K7QX4M');
    expect(document.title).toBe('Gradebook - Operations 101 - Class 3 - Ready Room');
  });

  it('shows the students by username with letter, percent, finished scenarios and the questions of a quiz', async () => {
    await openGradebook();
    const [, , , abel, zoe] = await screen.findAllByRole('row');
    expect(abel).toHaveTextContent(/^abel/);
    expect(cellTexts(abel as HTMLElement)).toEqual(['F59%', '2/3', 'F59%', '-', '']);
    expect(zoe).toHaveTextContent(/^zoe/);
    expect(cellTexts(zoe as HTMLElement)).toEqual(['B88%', '2/3', 'A+97%', 'B80% 8/10', '']);
  });

  it('cuts a long title to ten and ten characters and shows the full title in the tooltip', async () => {
    await openGradebook();
    const header = await screen.findByRole('columnheader', { name: /Rendezvous/ });
    expect([...(header.firstElementChild?.children ?? [])].map((line) => line.textContent)).toEqual([
      'Rendezvous',
      ' and Proxi',
    ]);
    await userEvent.hover(header);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Rendezvous and Proximity, in full');
  });

  it('groups the scenarios by campaign', async () => {
    await openGradebook();
    const basics = await screen.findByRole('columnheader', { name: /Orbital Basics/ });
    expect(basics).toHaveAttribute('aria-colspan', '2');
    expect(basics).toHaveTextContent('Learn');
  });

  it('announces the total number of rows and columns', async () => {
    await openGradebook();
    const grid = await screen.findByRole('grid', { name: 'Gradebook for Operations 101' });
    expect(grid).toHaveAttribute('aria-rowcount', '5');
    expect(grid).toHaveAttribute('aria-colcount', '6');
    const zoe = screen.getByRole('rowheader', { name: 'zoe' });
    expect(zoe).toHaveAttribute('aria-colindex', '1');
    expect(zoe.parentElement).toHaveAttribute('aria-rowindex', '5');
  });

  it('updates one cell when its live row arrives, and highlights it', async () => {
    await openGradebook();
    await screen.findByRole('grid');
    expect(watched()).toContain(`gradebook ${SESSION_ID}`);
    await push('gradebook', [{ key: 'u2:s1', sequence: 40, value: gradebookCell({ total: 91 }) }]);
    const [, , , abel] = screen.getAllByRole('row');
    expect(cellTexts(abel as HTMLElement).slice(0, 3)).toEqual(['A91%', '2/3', 'A91%']);
    expect(flash).toHaveBeenCalledTimes(1);
    expect(flash).toHaveBeenCalledWith(within(abel as HTMLElement).getAllByRole('gridcell')[2]);
  });

  it('ignores an older row', async () => {
    await openGradebook();
    await screen.findByRole('grid');
    await push('gradebook', [{ key: 'u2:s1', sequence: 2, value: gradebookCell({ total: 10 }) }]);
    expect(cellTexts(screen.getAllByRole('row')[3]!)).toEqual(['F59%', '2/3', 'F59%', '-', '']);
  });

  it('adds and removes students live', async () => {
    await openGradebook({ rows: {} });
    expect(await screen.findByText('No Students Enrolled')).toBeVisible();
    await push('gradebook', [{ key: 'u9', sequence: 50, value: student('nova') }]);
    expect(screen.getByRole('rowheader', { name: 'nova' })).toBeVisible();
    await push('gradebook', [{ key: 'u9', sequence: 51, value: null }]);
    expect(screen.getByText('No Students Enrolled')).toBeVisible();
  });

  it("shows a skeleton and 'Loading...' while it loads", async () => {
    let arrive: ((answer: FakeAnswer) => void) | undefined;
    await openGradebook({ gradebook: () => new Promise((resolve) => (arrive = resolve)) });
    await waitFor(() => expect(arrive).toBeDefined());
    expect(screen.getByText('Loading...')).toBeVisible();
    arrive?.({ body: gradebookOf(ROWS) });
    expect(await screen.findByRole('grid')).toBeVisible();
  });

  it('shows whether the live connection is open', async () => {
    await openGradebook();
    expect(await screen.findByText('Live')).toHaveAttribute('aria-live', 'polite');
    connectionBecomes('reconnecting');
    expect(screen.getByText('Reconnecting…')).toBeVisible();
    connectionBecomes('offline');
    expect(screen.getByText('Offline')).toBeVisible();
  });

  it('shows that the class has ended, and the students whose attempts arrived too late to count', async () => {
    const late = [scorecard({ late: true }), scorecard({ attemptId: 'a2', late: true })];
    const requests = await openGradebook({
      answers: { [`GET /api/scores/session/${SESSION_ID}/all`]: { body: late } },
    });
    await screen.findByRole('grid');
    expect(watched()).toContain(`class ${SESSION_ID}`);
    const ended = { ...gradebookOf({}).session, endDate: '2026-03-01T12:00:00Z' };
    await push('class', [{ key: 'snapshot', sequence: 60, value: ended }], true);
    expect(screen.getByText(/^This class ended on/)).toBeVisible();
    expect(await screen.findByText(/attempts arrived/)).toHaveTextContent('2 attempts arrived too late to count: zoe.');
    expect(requests.at(-1)?.path).toMatch(/attempts=all&includeFailedScores=true&late=true$/);
    await userEvent.click(screen.getByRole('button', { name: 'zoe' }));
    expect(await screen.findByRole('dialog', { name: /^Attempts of zoe/ })).toBeVisible();
  });

  it('offers to retry after a failed load', async () => {
    let answer: FakeAnswer = { status: 400, body: { title: 'No class has this id.' } };
    await openGradebook({ gradebook: () => answer });
    expect(await screen.findByText('The gradebook could not be loaded.')).toBeVisible();
    answer = { body: gradebookOf(ROWS) };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Gradebook for Operations 101' })).toBeVisible();
  });

  it('marks a cell that was too fast, with a text for screen readers', async () => {
    await openGradebook({ rows: { ...ROWS, 'u1:s1': gradebookCell({ total: 97, tooFast: true }) } });
    const mark = await screen.findByRole('img', { name: 'Too fast' });
    expect(mark.parentElement).toHaveTextContent('A+97%»');
    await push('gradebook', [{ key: 'u1:s1', sequence: 41, value: gradebookCell({ total: 98 }) }]);
    expect(screen.queryByRole('img', { name: 'Too fast' })).toBeNull();
  });

  it('explains the percentages of each letter', async () => {
    await openGradebook();
    const legend = await screen.findByRole('list', { name: 'Grades by percent' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map((band) => band.textContent),
    ).toEqual(['A+ ≥ 95', 'A ≥ 90', 'B ≥ 80', 'C ≥ 70', 'D ≥ 60', 'F < 60', '» Too fast']);
  });

  it('has one tab stop, which the arrow keys move', async () => {
    await openGradebook();
    await screen.findByRole('grid');
    act(() => screen.getByRole('button', { name: 'Print' }).focus());
    await userEvent.tab();
    expect(screen.getByRole('columnheader', { name: /User Name/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toHaveTextContent('F59%'));
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
    await userEvent.keyboard('{End}{PageUp}');
    await waitFor(() => expect(screen.getByRole('columnheader', { name: /Rendezvous/ })).toHaveFocus());
    await userEvent.keyboard('{PageDown}{Home}');
    await waitFor(() => expect(screen.getByRole('rowheader', { name: 'zoe' })).toHaveFocus());
  });
});

const quizCell = async () => (await screen.findAllByText(/8\/10/))[0]!;
const goBack = () => act(() => window.history.back());

it('restores the focus to the cell whose quiz was opened', async () => {
  await openGradebook();
  await userEvent.click(await quizCell());
  await waitFor(() => expect(window.location.pathname).toMatch(/Fundamentals$/));
  goBack();
  await waitFor(() => {
    const grid = screen.getByRole('grid', { name: /^Gradebook/ });
    expect(within(grid).getByText(/8\/10/)).toHaveFocus();
  });
});

it('starts at the first cell when the filter has changed', async () => {
  await openGradebook();
  await userEvent.click(await quizCell());
  await waitFor(() => expect(window.location.pathname).toMatch(/Fundamentals$/));
  cleanup();
  await openGradebook({ query: 'search=zoe' });
  await screen.findByRole('grid');
  expect(document.body).toHaveFocus();
  expect(screen.getByRole('columnheader', { name: 'User Name' })).toHaveAttribute('tabindex', '0');
});

const fire = (name: string) => act(() => void window.dispatchEvent(new Event(name)));

it('prints every student and column, the class, and the time of printing', async () => {
  await openGradebook({ rows: { ...ROWS, 'u1:s1': gradebookCell({ total: 97, tooFast: true }) } });
  await screen.findByRole('grid');
  expect(screen.queryByRole('table')).toBeNull();
  fire('beforeprint');
  const table = screen.getByRole('table');
  expect(within(table).getByText('Gradebook for Operations 101')).toBeInTheDocument();
  const year = new Date().getFullYear();
  expect(within(table).getByText(/Operations 101 - Class 3/)).toHaveTextContent(
    new RegExp(`Class 3 · .*${year}.*(UTC|GMT|[A-Z]{3,4})`),
  );
  const rows = within(table).getAllByRole('row');
  const texts = rows.slice(1).map((row) => [...row.children].map((each) => each.textContent));
  expect(texts).toEqual([
    ['User Name', 'Average', 'Done', 'Orbit Raising', 'Fundamentals', 'Rendezvous and Proximity'],
    ['Class average', 'C 78%', '66%', 'C 78%', 'B 80%', '-'],
    ['abel (First Last)', 'F 59%', '2/3', 'F 59%', '-', ''],
    ['zoe (First Last)', 'B 88%', '2/3', 'A+ 97% »', 'B 80% 8/10', ''],
  ]);
  fire('afterprint');
  expect(screen.queryByRole('table')).toBeNull();
});
