import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Bookmark } from '../../../../api/contracts/bookmark.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { getDefaultStore } from '../../../shared/state/jotai.js';
import { ToastHost } from '../../../shared/toasts/toast-host.js';
import { toastsAtom } from '../../../shared/toasts/toasts.atoms.js';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { freshBrowser } from '../../../testing/open-app.js';
import { secondOfDay } from '../../../shared/readable-time.js';
import { BookmarkTools } from './bookmark-tools.js';

const PATH = '/api/sessions/c1/bookmarks';
const bookmark = (number: number, note = ''): Bookmark => ({
  id: `0198c0de-0000-7000-8000-00000000000${number}`,
  at: `2026-03-01T09:30:0${number}Z`,
  note,
  author: { userId: 'u1', name: 'Mara Keller' },
});
const FIRST = bookmark(1, 'Everybody is stuck');
const time = secondOfDay(FIRST.at);
const itsPath = `${PATH}/${FIRST.id}`;

async function open(answers: Parameters<typeof startFakeServer>[0] = {}) {
  freshBrowser();
  act(() => getDefaultStore().set(toastsAtom, []));
  const requests = await startFakeServer({
    [`GET ${PATH}`]: { body: [FIRST, bookmark(2)] },
    [`POST ${PATH}`]: { status: 201, body: FIRST },
    [`PUT ${itsPath}`]: { body: FIRST },
    [`DELETE ${itsPath}`]: { status: 204 },
    ...answers,
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/']}>
        <input aria-label="Search" />
        <BookmarkTools sessionId="c1" />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return () => requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
async function openList() {
  await userEvent.click(await button('Show bookmarks'));
  return within(await screen.findByRole('dialog', { name: 'Bookmarks' }));
}

describe('bookmarks of a class', () => {
  it('sets a bookmark by button and by key, and undoes it', async () => {
    const changes = await open();
    expect(await button('Bookmark')).toHaveAttribute('aria-keyshortcuts', 'B');
    await userEvent.click(await button('Bookmark'));
    expect(await screen.findByText(`Bookmark set at ${time}.`)).toBeVisible();
    await userEvent.click(await button('Undo'));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(screen.queryByText(`Bookmark set at ${time}.`)).toBeNull();
    await userEvent.keyboard('b');
    await waitFor(() => expect(changes()).toHaveLength(3));
    expect(changes()).toEqual([
      ['POST', PATH, {}],
      ['DELETE', itsPath, undefined],
      ['POST', PATH, {}],
    ]);
  });

  it('ignores the key while a text is typed, with a modifier, and while the list is open', async () => {
    const changes = await open();
    await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'b');
    await userEvent.click(document.body);
    await userEvent.keyboard('{Control>}b{/Control}{Meta>}b{/Meta}');
    const list = await openList();
    await list.findByText('Everybody is stuck');
    await userEvent.keyboard('b');
    expect(changes()).toEqual([]);
  });

  it('switches the key off in this browser', async () => {
    const changes = await open();
    const list = await openList();
    await userEvent.click(list.getByRole('switch'));
    expect(list.getByRole('switch')).toHaveTextContent('Key B is off');
    await userEvent.click(list.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('b');
    expect(await button('Bookmark')).not.toHaveAttribute('aria-keyshortcuts');
    expect([changes(), localStorage.getItem('bookmarkKey')]).toEqual([[], 'off']);
  });

  it('lists bookmarks with time, note and author, and edits a note', async () => {
    const changes = await open();
    const list = await openList();
    const [first, second] = await list.findAllByRole('listitem');
    expect(first).toHaveTextContent(`${time}Everybody is stuckby Mara Keller`);
    expect(second).toHaveTextContent('No note');
    await userEvent.click(list.getByRole('button', { name: `Edit the note of the bookmark at ${time}` }));
    const note = list.getByRole('textbox', { name: `Note of the bookmark at ${time}` });
    expect(note).toHaveFocus();
    await userEvent.clear(note);
    await userEvent.type(note, 'Burn too late{Enter}');
    await waitFor(() => expect(changes()).toEqual([['PUT', itsPath, { note: 'Burn too late' }]]));
    await waitFor(() => expect(list.queryByRole('textbox')).toBeNull());
    expect(first).toHaveFocus();
  });

  it('deletes a bookmark, and restores it with its note', async () => {
    const changes = await open();
    const list = await openList();
    await userEvent.click(await list.findByRole('button', { name: `Delete the bookmark at ${time}` }));
    expect(await screen.findByText(`Bookmark at ${time} deleted.`)).toBeVisible();
    await userEvent.click(screen.getByText('Undo'));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes()).toEqual([
      ['DELETE', itsPath, undefined],
      ['PUT', itsPath, { note: 'Everybody is stuck' }],
    ]);
  });

  it('moves the focus to the next bookmark when one is deleted, and closes the list by Escape then', async () => {
    let bookmarks = [FIRST, bookmark(2)];
    await open({
      [`GET ${PATH}`]: () => ({ body: bookmarks }),
      [`DELETE ${itsPath}`]: () => {
        bookmarks = [bookmark(2)];
        return { status: 204 };
      },
    });
    const list = await openList();
    await userEvent.click(await list.findByRole('button', { name: `Delete the bookmark at ${time}` }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    expect(list.getByRole('listitem')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays on the page when the list cannot be loaded', async () => {
    const redirect = jest.fn();
    api.onRefused(redirect);
    await open({ [`GET ${PATH}`]: problem(503, 'Down') });
    const list = await openList();
    expect(await list.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(redirect).not.toHaveBeenCalled();
  });

  it('says when a bookmark could not be set, and why there are none', async () => {
    await open({ [`POST ${PATH}`]: problem(409, 'Too many'), [`GET ${PATH}`]: { body: [] } });
    await userEvent.click(await button('Bookmark'));
    expect(await screen.findByText('Too many')).toBeVisible();
    const list = await openList();
    expect(await list.findByText(/^No bookmarks yet/)).toBeVisible();
  });
});
