import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connectionBecomes } from '../../../testing/fake-live.js';
import { openGradebook } from '../../../testing/open-gradebook.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

beforeEach(() => {
  giveElementsASize();
  connectionBecomes('live');
});
afterEach(() => jest.restoreAllMocks());

const quizCell = async () => (await screen.findAllByText(/8\/10/))[0]!;
const goBack = () => act(() => window.history.back());

it('a gradebook gives the focus back to the cell whose quiz was opened', async () => {
  await openGradebook();
  await userEvent.click(await quizCell());
  await waitFor(() => expect(window.location.pathname).toMatch(/Fundamentals$/));
  goBack();
  await waitFor(() => {
    const grid = screen.getByRole('grid', { name: /^Gradebook/ });
    expect(within(grid).getByText(/8\/10/)).toHaveFocus();
  });
});

it('a gradebook with another filter starts at its first cell', async () => {
  await openGradebook();
  await userEvent.click(await quizCell());
  await waitFor(() => expect(window.location.pathname).toMatch(/Fundamentals$/));
  cleanup();
  await openGradebook({ query: 'search=zoe' });
  await screen.findByRole('grid');
  expect(document.body).toHaveFocus();
  expect(screen.getByRole('columnheader', { name: 'User Name' })).toHaveAttribute('tabindex', '0');
});
