import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connectionBecomes, push } from '../../../testing/fake-live.js';
import { gradebookCell } from '../../../../api/contracts/gradebook-content.fixture.js';
import { student } from '../../../testing/gradebook-fixture.js';
import { openGradebook, ROWS } from '../../../testing/open-gradebook.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const figures = async () => {
  const table = await screen.findByRole('table', { name: 'Students by grade' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
};

beforeEach(() => {
  giveElementsASize();
  connectionBecomes('live');
});
afterEach(() => jest.restoreAllMocks());

it('opens for one scenario from its average, and updates live', async () => {
  await openGradebook({ rows: { ...ROWS, u3: student('mo') } });
  await userEvent.click(await screen.findByTitle('Distribution of the grades in Orbit Raising'));
  expect(await screen.findByRole('dialog', { name: 'Distribution: Orbit Raising, in full' })).toBeVisible();
  expect(await figures()).toEqual([
    'A+≥ 95150%',
    'A≥ 9000%',
    'B≥ 8000%',
    'C≥ 7000%',
    'D≥ 6000%',
    'F< 60150%',
    'Noneno grade1-',
  ]);
  await push('gradebook', [{ key: 'u3:s1', sequence: 40, value: gradebookCell({ total: 92 }) }]);
  await waitFor(async () => expect((await figures())[1]).toBe('A≥ 90133%'));
});

it('counts the averages of the shown students for all scenarios', async () => {
  await openGradebook({ query: 'search=zoe' });
  await userEvent.click(await screen.findByRole('button', { name: 'Distribution' }));
  const dialog = await screen.findByRole('dialog', { name: 'Distribution: all scenarios shown' });
  expect(dialog).toHaveTextContent('Grades of the student averages, for the 1 of 2 students shown.');
  expect((await figures())[2]).toBe('B≥ 801100%');
});
