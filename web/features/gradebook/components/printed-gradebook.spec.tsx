import { act, screen, within } from '@testing-library/react';
import { connectionBecomes } from '../../../testing/fake-live.js';
import { cell } from '../../../testing/gradebook-fixture.js';
import { openGradebook, ROWS } from '../../../testing/open-gradebook.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

beforeEach(() => {
  giveElementsASize();
  connectionBecomes('live');
});
afterEach(() => jest.restoreAllMocks());

const fire = (name: string) => act(() => void window.dispatchEvent(new Event(name)));

it('the printed gradebook has every student and column, the class, and when it was printed', async () => {
  await openGradebook({ rows: { ...ROWS, 'u1:s1': cell({ total: 97, tooFast: true }) } });
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
