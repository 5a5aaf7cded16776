import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.js';
import { page } from './lazy-page.js';

function Broken(): never {
  throw new Error('broken');
}

describe('error boundary', () => {
  it('shows the server-error page for a page that throws, and renders the next page', () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    window.history.pushState({}, '', '/broken');
    const page = (path: string, content: React.ReactNode) => (
      <MemoryRouter>
        <ErrorBoundary path={path}>{content}</ErrorBoundary>
      </MemoryRouter>
    );
    const { rerender } = render(page('/broken', <Broken />));
    expect(screen.getByRole('heading', { name: 'Unexpected server error!' })).toBeVisible();
    rerender(page('/fine', <p>Fine</p>));
    expect(screen.getByText('Fine')).toBeVisible();
    rerender(page('/broken', <p>Mended</p>));
    expect(screen.getByText('Mended')).toBeVisible();
    jest.restoreAllMocks();
  });

  it('offers a retry for a page whose code fails to load', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    window.history.pushState({}, '', '/users');
    let isAway = true;
    const Users = page(async () => {
      if (isAway) throw new TypeError('Failed to fetch');
      return { default: () => <p>Users</p> };
    });
    render(
      <MemoryRouter>
        <ErrorBoundary path="/users">
          <Suspense>
            <Users />
          </Suspense>
        </ErrorBoundary>
      </MemoryRouter>,
    );
    expect(await screen.findByRole('heading', { name: 'This could not be loaded.' })).toBeVisible();
    expect(screen.queryByText(/Code 500/)).not.toBeInTheDocument();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Users')).toBeVisible();
    jest.restoreAllMocks();
  });

  it('offers a retry for the next page after a repeated failure', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const answer = { ok: true, text: () => Promise.resolve('') };
    window.fetch = () => Promise.resolve(answer as Response);
    const Away = page(() => Promise.reject<never>(new TypeError('Failed to fetch')));
    const shown = (path: string) => {
      window.history.pushState({}, '', path);
      return (
        <MemoryRouter>
          <ErrorBoundary path={path}>
            <Suspense>
              <Away key={path} />
            </Suspense>
          </ErrorBoundary>
        </MemoryRouter>
      );
    };
    const { rerender } = render(shown('/users'));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
    rerender(shown('/courses'));
    // Until the server has responded, every failure offers a retry.
    await act(async () => {});
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    jest.restoreAllMocks();
  });
});
