import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connectionBecomes, push } from '../../../testing/fake-live.js';
import { cell, student } from '../../../testing/gradebook-fixture.js';
import { cellTexts, openGradebook, ROWS } from '../../../testing/open-gradebook.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const names = () =>
  screen
    .getAllByRole('rowheader')
    .slice(1)
    .map((name) => name.textContent);
const averages = () => cellTexts(screen.getAllByRole('row')[2]!);
const header = (name: RegExp) => screen.findByRole('columnheader', { name });

beforeEach(() => {
  giveElementsASize();
  connectionBecomes('live');
});
afterEach(() => jest.restoreAllMocks());

describe('the order of a gradebook', () => {
  it('is by a scenario on a click or Enter, with who has no attempt last, and stands in the address', async () => {
    await openGradebook({ rows: { ...ROWS, u3: student('mo') } });
    await userEvent.click(await header(/Orbit Raising/));
    expect(names()).toEqual(['zoe', 'abel', 'mo']);
    expect(window.location.search).toBe('?sort=s1&order=desc');
    await userEvent.keyboard('{Enter}');
    expect(names()).toEqual(['mo', 'abel', 'zoe']);
    expect(await header(/Orbit Raising/)).toHaveAttribute('aria-sort', 'ascending');
  });

  it('is by a quiz with its own button or Space, because its title leads to the answers', async () => {
    await openGradebook();
    await userEvent.click(await screen.findByRole('button', { name: 'Sort by Fundamentals' }));
    expect(names()).toEqual(['zoe', 'abel']);
    const quiz = await header(/Fundamentals/);
    act(() => quiz.focus());
    await userEvent.keyboard(' ');
    expect(names()).toEqual(['abel', 'zoe']);
  });

  it('is by average and by student', async () => {
    await openGradebook();
    await userEvent.click(await header(/Average/));
    expect(names()).toEqual(['zoe', 'abel']);
    await userEvent.click(await header(/Student/));
    expect(names()).toEqual(['abel', 'zoe']);
    await userEvent.click(await header(/Student/));
    expect(names()).toEqual(['zoe', 'abel']);
  });

  it('does not jump when cells change', async () => {
    await openGradebook({ query: 'sort=s1&order=desc' });
    await waitFor(() => expect(names()).toEqual(['zoe', 'abel']));
    await push('gradebook', [{ key: 'u2:s1', sequence: 40, value: cell({ total: 100 }) }]);
    expect(names()).toEqual(['zoe', 'abel']);
  });
});

describe('a filtered gradebook', () => {
  it('shows who is called so, and says how many that are', async () => {
    await openGradebook();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'ZO');
    await waitFor(() => expect(names()).toEqual(['zoe']));
    expect(window.location.search).toBe('?search=ZO');
    expect(screen.getByText('1 of 2 students')).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: 'Average of those shown' })).toBeVisible();
    expect(averages()).toEqual(['B88%', 'A+97%', 'B80%', '-']);
  });

  it('finds real names too, and leads back when nobody is called so', async () => {
    await openGradebook({ query: 'search=First%20La' });
    expect(await screen.findByRole('rowheader', { name: 'zoe' })).toBeVisible();
    const search = screen.getByRole('searchbox', { name: 'Search' });
    await userEvent.clear(search);
    await userEvent.type(search, 'nobody');
    expect(await screen.findByText('No student is called “nobody”')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all students' }));
    expect(names()).toEqual(['abel', 'zoe']);
  });

  it('shows one campaign, whose scenarios alone make up the averages', async () => {
    await openGradebook({ query: 'campaign=c2' });
    const campaign = await screen.findByRole('combobox', { name: 'Campaign' });
    expect(campaign).toHaveValue('c2');
    expect(averages()).toEqual(['-', '-']);
    await userEvent.selectOptions(campaign, 'Orbital Basics');
    expect(averages()).toEqual(['C78%', 'C78%', 'B80%']);
    await userEvent.selectOptions(campaign, 'All campaigns');
    expect(averages()).toHaveLength(4);
    expect(window.location.search).toBe('');
  });

  it('keeps the tab stop inside when rows go away', async () => {
    await openGradebook();
    await screen.findByRole('grid');
    act(() => screen.getByRole('button', { name: 'Print' }).focus());
    await userEvent.tab();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'zoe');
    await waitFor(() => expect(names()).toEqual(['zoe']));
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
  });
});

describe('the averages of a class', () => {
  it('follow the cells and the students', async () => {
    await openGradebook();
    const row = (await screen.findByRole('rowheader', { name: 'Class average' })).parentElement!;
    // 97 and 59; 80; all three
    expect(cellTexts(row)).toEqual(['C78%', 'C78%', 'B80%', '-']);
    await push('gradebook', [
      { key: 'u2:s1', sequence: 40, value: cell({ total: 100 }) },
      { key: 'u2:s3', sequence: 41, value: cell({ total: 30 }) },
    ]);
    expect(cellTexts(row)).toEqual(['C76%', 'A+98%', 'B80%', 'F30%']);
    await push('gradebook', [{ key: 'u2', sequence: 42, value: null }]);
    expect(cellTexts(within(screen.getByRole('grid')).getAllByRole('row')[2]!)).toEqual(['B88%', 'A+97%', 'B80%', '-']);
  });
});
