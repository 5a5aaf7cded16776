import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchField } from './search-field.js';

const PAUSE_MS = 300;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const field = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search' });

/** A page whose address updates some time after the search. */
function open(value: string) {
  const onSearch = jest.fn<void, [string]>();
  const shown = (current: string) => <SearchField value={current} placeholder="Name" onSearch={onSearch} />;
  const { rerender } = render(shown(value));
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime, delay: null });
  return { onSearch, user, arrives: (current: string) => rerender(shown(current)) };
}

const pause = () => act(() => jest.advanceTimersByTime(PAUSE_MS));

it('searches once for the typed text, without the spaces around it', async () => {
  const { onSearch, user } = open('');
  await user.type(field(), 'Ada L ');
  expect(onSearch).not.toHaveBeenCalled();
  pause();
  expect(onSearch.mock.calls).toEqual([['Ada L']]);
});

it('keeps letters typed before an earlier search arrives in the address', async () => {
  const { onSearch, user, arrives } = open('');
  await user.type(field(), 'n');
  pause();
  await user.type(field(), 'o');
  arrives('n');
  expect(field()).toHaveValue('no');
  await user.type(field(), 'body ');
  pause();
  expect(onSearch).toHaveBeenLastCalledWith('nobody');
  arrives('nobody');
  expect(field()).toHaveValue('nobody ');
});

it('shows the text of an address that changes for another reason', async () => {
  const { user, arrives } = open('first');
  expect(field()).toHaveValue('first');
  await user.clear(field());
  await user.type(field(), 'second');
  pause();
  arrives('second');
  arrives('');
  expect(field()).toHaveValue('');
  arrives(' third ');
  expect(field()).toHaveValue(' third ');
});
