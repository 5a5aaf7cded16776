import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.js';
import { page } from './lazy-page.js';

function Broken(): never {
  throw new Error('broken');
}

describe('error boundary', () => {
  it('shows the server-error page for a page that throws, and the next page as it is', () => {
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
    jest.restoreAllMocks();
  });

  it('offers another attempt for a page whose code cannot be loaded', async () => {
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
});
