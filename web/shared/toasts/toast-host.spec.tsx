import { act, render, renderHook, screen } from '@testing-library/react';
import { ToastHost } from './toast-host.js';
import { toast } from './toasts.atoms.js';
import { useErrorToast } from './use-error-toast.js';

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('toasts', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('shows one message after the other, each for six seconds, as information unless told otherwise', async () => {
    render(<ToastHost />);
    act(() => {
      toast('First');
      toast('Second', 'error');
    });
    expect(screen.getByRole('alert')).toHaveTextContent('First');
    expect(screen.getByRole('alert')).toHaveClass('MuiAlert-colorInfo');
    expect(screen.getByRole('alert')).toHaveStyle({ minWidth: '300px' });
    await pass(5900);
    expect(screen.getByRole('alert')).toHaveTextContent('First');
    await pass(1000);
    expect(screen.getByRole('alert')).toHaveTextContent('Second');
    expect(screen.getByRole('alert')).toHaveClass('MuiAlert-colorError');
    await pass(7000);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says once of each failure that something could not be loaded', async () => {
    render(<ToastHost />);
    const { rerender } = renderHook(({ error }) => useErrorToast(error, 'Failed to fetch users'), {
      initialProps: { error: null as Error | null },
    });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    const failure = new Error('away');
    for (const error of [failure, failure, null]) rerender({ error });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch users');
    expect(screen.getByRole('alert')).toHaveClass('MuiAlert-colorError');
    await pass(7000);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    rerender({ error: new Error('away again') });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch users');
  });
});
