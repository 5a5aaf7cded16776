import Dialog from '@mui/material/Dialog';
import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { ToastHost } from './toast-host.js';
import { toast, toastsAtom } from './toasts.atoms.js';
import { getDefaultStore } from '../state/jotai.js';
import { useErrorToast } from './use-error-toast.js';

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const shown = () => [...document.querySelectorAll('.MuiAlert-message')].map(({ textContent }) => textContent);
const stack = () => document.querySelector('[aria-live]') as HTMLElement;

/** A page with a button at `y` in a window 768 pixels high. */
function Page({ y = 100 }: { y?: number }) {
  const navigate = useNavigate();
  const rect = { top: y, bottom: y + 30 } as DOMRect;
  return (
    <>
      <button ref={(button) => void Object.assign(button ?? {}, { getBoundingClientRect: () => rect })}>Act</button>
      <button onClick={() => void navigate('/next')}>Next page</button>
      <ToastHost />
    </>
  );
}

const open = (y?: number) =>
  render(
    <MemoryRouter initialEntries={['/']}>
      <Page {...(y !== undefined && { y })} />
    </MemoryRouter>,
  );

describe('toasts', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    getDefaultStore().set(toastsAtom, []);
  });
  afterEach(() => jest.useRealTimers());

  it('shows messages in a stack, by default as information, each for six seconds', async () => {
    open();
    act(() => toast('First'));
    await pass(3_000);
    act(() => toast('Second', 'success'));
    expect(shown()).toEqual(['First', 'Second']);
    expect(screen.getAllByRole('status')[0]).toHaveClass('MuiAlert-colorInfo');
    await pass(3_100);
    expect(shown()).toEqual(['Second']);
    await pass(3_000);
    expect(shown()).toEqual([]);
  });

  it('keeps an error until it is closed', async () => {
    open();
    act(() => toast('Failed', 'error'));
    await pass(60_000);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(shown()).toEqual([]);
  });

  it('does not hide a message under the pointer', async () => {
    open();
    act(() => toast('Pointed at'));
    await user.hover(screen.getByRole('status'));
    await pass(60_000);
    expect(shown()).toEqual(['Pointed at']);
    await user.unhover(screen.getByRole('status'));
    await pass(6_100);
    expect(shown()).toEqual([]);
  });

  it('shows at most three, drops errors last, and shows a repeated message once', () => {
    open();
    act(() => {
      toast('Broken', 'error');
      for (const text of ['One', 'Two', 'Two', 'Three']) toast(text);
    });
    expect(shown()).toEqual(['Broken', 'Two', 'Three']);
    act(() => toast('Broken', 'error'));
    expect(shown()).toEqual(['Two', 'Three', 'Broken']);
  });

  it('disappears with its page; a message for the next page is shown there', async () => {
    open();
    act(() => toast('Of this page', 'error'));
    window.history.pushState({}, '', '/next');
    act(() => toast('Of the next page', 'error'));
    expect(shown()).toEqual(['Of this page']);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(shown()).toEqual(['Of the next page']);
    expect(getDefaultStore().get(toastsAtom)).toHaveLength(1);
    window.history.pushState({}, '', '/');
  });

  it.each([
    ['bottom', 100],
    ['top', 700],
  ])('is shown at the %s after an action at %d pixels from the top', async (side, y) => {
    open(y);
    await user.click(screen.getByRole('button', { name: 'Act' }));
    act(() => toast('Done'));
    expect(stack()).toHaveAttribute('data-side', side);
  });

  it('announces a message while a dialog is open, and after it has closed', async () => {
    open();
    const page = screen.getByRole('button', { name: 'Act' });
    const { rerender } = render(<Dialog open>Question</Dialog>);
    act(() => toast('Copied', 'success'));
    expect(page.closest('[aria-hidden="true"]')).not.toBeNull();
    expect(await screen.findByRole('status')).toHaveTextContent('Copied');
    rerender(<Dialog open={false}>Question</Dialog>);
    await pass(1_000);
    expect(page.closest('[aria-hidden="true"]')).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent('Copied');
  });

  it('shows a load error once for each failure', async () => {
    open();
    const { rerender } = renderHook(({ error }) => useErrorToast(error, 'Failed to fetch users'), {
      initialProps: { error: null as Error | null },
    });
    expect(shown()).toEqual([]);
    const failure = new Error('away');
    for (const error of [failure, failure, null]) rerender({ error });
    expect(shown()).toEqual(['Failed to fetch users']);
    expect(screen.getByRole('alert')).toHaveClass('MuiAlert-colorError');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    rerender({ error: new Error('away again') });
    expect(shown()).toEqual(['Failed to fetch users']);
  });
});
