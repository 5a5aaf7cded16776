import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.js';

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
});
