import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connectionBecomes, push } from '../../../testing/fake-live.js';
import { gradebookCell } from '../../../../api/contracts/gradebook-content.fixture.js';
import { student } from '../../../testing/gradebook-fixture.js';
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
  it('sorts by a scenario on a click or Enter, with missing attempts last, and keeps the order in the address', async () => {
    await openGradebook({ rows: { ...ROWS, u3: student('mo') } });
    await userEvent.click(await header(/Orbit Raising/));
    expect(names()).toEqual(['zoe', 'abel', 'mo']);
    expect(window.location.search).toBe('?sort=s1&order=desc');
    await userEvent.keyboard('{Enter}');
    expect(names()).toEqual(['mo', 'abel', 'zoe']);
    expect(await header(/Orbit Raising/)).toHaveAttribute('aria-sort', 'ascending');
  });

  it('sorts by a quiz with a separate button or Space, because its title links to the answers', async () => {
    await openGradebook();
    await userEvent.click(await screen.findByRole('button', { name: 'Sort by Fundamentals' }));
    expect(names()).toEqual(['zoe', 'abel']);
    const quiz = await header(/Fundamentals/);
    act(() => quiz.focus());
    await userEvent.keyboard(' ');
    expect(names()).toEqual(['abel', 'zoe']);
  });

  it('sorts by average and by student', async () => {
    await openGradebook();
    await userEvent.click(await header(/Average/));
    expect(names()).toEqual(['zoe', 'abel']);
    await userEvent.click(await header(/User Name/));
    expect(names()).toEqual(['abel', 'zoe']);
    await userEvent.click(await header(/User Name/));
    expect(names()).toEqual(['zoe', 'abel']);
  });

  it('sorts by the number of finished scenarios, of all campaigns', async () => {
    await openGradebook({ query: 'campaign=c2', rows: { ...ROWS, 'u2:s3': gradebookCell({ total: 1 }) } });
    await userEvent.click(await header(/Done/));
    expect(names()).toEqual(['abel', 'zoe']);
    expect(cellTexts(screen.getAllByRole('row')[3]!)[1]).toBe('3/3');
    expect(window.location.search).toBe('?campaign=c2&sort=done&order=desc');
    expect(await header(/Done/)).toHaveAttribute('aria-sort', 'descending');
  });

  it('sorts usernames in natural order', async () => {
    const rows = { u1: student('student10'), u2: student('student9'), u3: student('Student1') };
    await openGradebook({ rows });
    await waitFor(() => expect(names()).toEqual(['Student1', 'student9', 'student10']));
  });
});

describe('a gradebook whose cells change', () => {
  const stale = () => screen.queryByText('Order out of date');
  const abelLeads = { key: 'u2:s1', sequence: 40, value: gradebookCell({ total: 100 }) };
  const open = async () => {
    await openGradebook({ query: 'sort=s1&order=desc' });
    await waitFor(() => expect(names()).toEqual(['zoe', 'abel']));
  };

  it('keeps its rows in place, shows that the order is outdated, and sorts again on a click', async () => {
    await open();
    await push('gradebook', [abelLeads]);
    expect(names()).toEqual(['zoe', 'abel']);
    expect(stale()).toHaveAttribute('role', 'status');
    await userEvent.click(screen.getByRole('button', { name: 'Sort again' }));
    expect(names()).toEqual(['abel', 'zoe']);
    expect(stale()).toBeNull();
    expect(await header(/Orbit Raising/)).toHaveFocus();
  });

  it('shows no notice while the order is still correct', async () => {
    await open();
    await push('gradebook', [{ key: 'u2:s1', sequence: 40, value: gradebookCell({ total: 96 }) }]);
    expect(stale()).toBeNull();
    await push('gradebook', [{ ...abelLeads, sequence: 41 }]);
    expect(stale()).toBeVisible();
    await push('gradebook', [{ key: 'u1:s1', sequence: 42, value: gradebookCell({ total: 100 }) }]);
    expect(stale()).toBeVisible();
  });

  it('also detects an outdated order by averages and by counts of finished scenarios', async () => {
    await openGradebook({ query: 'sort=average&order=desc' });
    await waitFor(() => expect(names()).toEqual(['zoe', 'abel']));
    await push('gradebook', [{ key: 'u2:s1', sequence: 40, value: gradebookCell({ total: 99 }) }]);
    expect(stale()).toBeVisible();
    await userEvent.click(await header(/Done/));
    expect(names()).toEqual(['abel', 'zoe']);
    expect(stale()).toBeNull();
    await push('gradebook', [{ key: 'u1:s3', sequence: 41, value: gradebookCell({ total: 1 }) }]);
    expect(stale()).toBeVisible();
  });

  it('adds a new student at the end and keeps all other positions', async () => {
    await open();
    await push('gradebook', [abelLeads, { key: 'u3', sequence: 41, value: student('ann') }]);
    expect(names()).toEqual(['zoe', 'abel', 'ann']);
  });

  it('inserts a new student in order when sorted by username', async () => {
    await openGradebook();
    await waitFor(() => expect(names()).toEqual(['abel', 'zoe']));
    await push('gradebook', [{ key: 'u3', sequence: 41, value: student('mo') }]);
    expect(names()).toEqual(['abel', 'mo', 'zoe']);
  });
});

describe('a gradebook that shows names', () => {
  const named = (username: string, firstName: string) => ({ ...student(username), firstName, lastName: 'Vale' });
  const rows = {
    u1: named('zoe', 'Ada'),
    u2: named('abel', 'Yuri'),
    u3: { ...student('gone'), firstName: '', lastName: '' },
  };

  it('lists names with the usernames below, still sorted by username, and sorts by name on request', async () => {
    await openGradebook({ rows });
    expect(await screen.findByRole('columnheader', { name: 'User Name' })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show names' }));
    expect(names()).toEqual(['Yuri Vale abel', 'gone', 'Ada Vale zoe']);
    await userEvent.click(screen.getByRole('button', { name: 'Sort by name' }));
    expect(names()).toEqual(['Ada Vale zoe', 'Yuri Vale abel', 'gone']);
    expect(window.location.search).toBe('?sort=name');
    await userEvent.keyboard(' ');
    expect(names()).toEqual(['gone', 'Yuri Vale abel', 'Ada Vale zoe']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show names' }));
    expect(names()).toEqual(['zoe', 'gone', 'abel']);
  });

  it('shows a changed name', async () => {
    await openGradebook({ rows });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Show names' }));
    await push('gradebook', [{ key: 'u2', sequence: 50, value: named('abel', 'Yara') }]);
    expect(names()[0]).toBe('Yara Vale abel');
  });
});

describe('a filtered gradebook', () => {
  it('shows matching students, and their number', async () => {
    await openGradebook();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'ZO');
    await waitFor(() => expect(names()).toEqual(['zoe']));
    expect(window.location.search).toBe('?search=ZO');
    expect(screen.getByText('1 of 2 students')).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: 'Average (filtered)' })).toBeVisible();
    expect(averages()).toEqual(['B88%', '66%', 'A+97%', 'B80%', '-']);
  });

  it('also finds real names, and offers to show all students when none match', async () => {
    await openGradebook({ query: 'search=First%20La' });
    expect(await screen.findByRole('rowheader', { name: 'zoe' })).toBeVisible();
    const search = screen.getByRole('searchbox', { name: 'Search' });
    await userEvent.clear(search);
    await userEvent.type(search, 'nobody');
    expect(await screen.findByText('No students match “nobody”')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all students' }));
    expect(names()).toEqual(['abel', 'zoe']);
  });

  it('shows one campaign, and averages only its scenarios', async () => {
    await openGradebook({ query: 'campaign=c2' });
    const campaign = await screen.findByRole('combobox', { name: 'Campaign' });
    expect(campaign).toHaveValue('c2');
    expect(averages()).toEqual(['-', '66%', '-']);
    await userEvent.selectOptions(campaign, 'Orbital Basics');
    expect(averages()).toEqual(['C78%', '66%', 'C78%', 'B80%']);
    await userEvent.selectOptions(campaign, 'All campaigns');
    expect(averages()).toHaveLength(5);
    expect(window.location.search).toBe('');
  });

  it('acts on the focused cell after another student has joined above it', async () => {
    await openGradebook();
    const focused = (await screen.findByRole('rowheader', { name: 'abel' })).parentElement!.querySelector<HTMLElement>(
      '[role=gridcell]',
    )!;
    act(() => focused.focus());
    const row = () => Number(focused.dataset.place!.split(':')[0]);
    const before = row();
    await push('gradebook', [{ key: 'u9', sequence: 60, value: student('aaron') }]);
    expect(names()[0]).toBe('aaron');
    expect(row()).toBe(before + 1);
    expect(focused).toHaveFocus();
    expect(focused).toHaveAttribute('tabindex', '0');
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement!.parentElement).toHaveTextContent('aaron');
  });

  it('keeps the focus on a cell that is out of view when another student joins above it', async () => {
    giveElementsASize(1200, 400);
    const many = Array.from({ length: 60 }, (_, index) => [`u${index}`, student(`student${index}`)] as const);
    await openGradebook({ rows: Object.fromEntries(many) });
    const focused = await screen.findByRole('rowheader', { name: 'student3' });
    act(() => focused.focus());
    const grid = screen.getByRole('grid');
    grid.scrollTop = 1_200;
    fireEvent.scroll(grid);
    await waitFor(() => expect(names()).not.toContain('student4'));
    expect(focused).toHaveFocus();
    await push('gradebook', [{ key: 'u99', sequence: 90, value: student('aaron') }]);
    expect(focused).toHaveFocus();
    expect(focused).toHaveAttribute('data-place', '6:0');
    expect(focused).toHaveAttribute('tabindex', '0');
  });

  it('keeps the tab stop inside the grid when rows disappear', async () => {
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

describe('a range of selected cells', () => {
  const rows = Object.fromEntries(['a', 'c', 'e', 'g', 'i'].map((name) => [`u-${name}`, student(name)]));
  const cellOf = (name: string) =>
    within(screen.getByRole('rowheader', { name }).parentElement!).getAllByRole('gridcell')[2]!;
  const selected = () =>
    [...document.querySelectorAll<HTMLElement>('[role=grid] [aria-selected]')].map(
      ({ parentElement, dataset }) => `${parentElement!.firstChild!.textContent}${dataset.place!.split(':')[1]}`,
    );

  async function extend(name: string, direction: 'Up' | 'Down') {
    await openGradebook({ rows });
    await screen.findByRole('rowheader', { name });
    act(() => cellOf(name).focus());
    await press(direction);
  }
  const press = (direction: 'Up' | 'Down') => userEvent.keyboard(`{Shift>}{Arrow${direction}}{/Shift}`);

  it('grows and shrinks from its first cell, also after a live result', async () => {
    await extend('c', 'Down');
    await push('gradebook', [{ key: 'u-a:s1', sequence: 60, value: gradebookCell({ total: 97 }) }]);
    await press('Down');
    expect(selected()).toEqual(['c3', 'e3', 'g3']);
    await press('Up');
    expect(selected()).toEqual(['c3', 'e3']);
  });

  it.each([
    ['above the range', 'c', 'Down', 'b', ['e3', 'g3']],
    ['inside the range', 'g', 'Up', 'f', ['c3', 'e3']],
  ] as const)(
    'starts again at the focused cell after a student has joined %s',
    async (_, name, direction, joins, range) => {
      await extend(name, direction);
      await push('gradebook', [{ key: 'u-new', sequence: 60, value: student(joins) }]);
      await press(direction);
      expect(selected()).toEqual(range);
    },
  );

  it.each([
    ['PageDown', () => userEvent.keyboard('{PageDown}'), 'Up', ['g3', 'i3']],
    ['End', () => userEvent.keyboard('{End}'), 'Down', ['e5', 'g5']],
    ['an arrow key there and back', () => userEvent.keyboard('{ArrowDown}{ArrowUp}'), 'Down', ['e3', 'g3']],
    ['Ctrl and Space', () => userEvent.keyboard('{Control>} {/Control}'), 'Down', ['e3', 'g3']],
    ['another cell has received the focus', async () => act(() => cellOf('i').focus()), 'Up', ['g3', 'i3']],
  ] as const)('starts again at the focused cell after %s', async (_, leave, direction, range) => {
    await extend('c', 'Down');
    await leave();
    await press(direction);
    expect(selected()).toEqual(range);
  });
});

describe('the row of class averages', () => {
  it('updates with the cells and the students', async () => {
    await openGradebook();
    const row = (await screen.findByRole('rowheader', { name: 'Class average' })).parentElement!;
    // 97 and 59; 80; all three
    expect(cellTexts(row)).toEqual(['C78%', '66%', 'C78%', 'B80%', '-']);
    await push('gradebook', [
      { key: 'u2:s1', sequence: 40, value: gradebookCell({ total: 100 }) },
      { key: 'u2:s3', sequence: 41, value: gradebookCell({ total: 30 }) },
    ]);
    expect(cellTexts(row)).toEqual(['C76%', '83%', 'A+98%', 'B80%', 'F30%']);
    await push('gradebook', [{ key: 'u2', sequence: 42, value: null }]);
    expect(cellTexts(within(screen.getByRole('grid')).getAllByRole('row')[2]!)).toEqual([
      'B88%',
      '66%',
      'A+97%',
      'B80%',
      '-',
    ]);
  });
});
