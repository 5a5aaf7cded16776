import { act, render, screen } from '@testing-library/react';
import { connectionBecomes, fakeLive } from '../../testing/fake-live.js';
import { LiveSign } from './live-sign.js';

jest.mock('../live-client/live.js', () => ({ live: () => fakeLive }));

it('shows that changes arrive by polling where WebSockets are blocked', () => {
  render(<LiveSign />);
  connectionBecomes('polling');
  expect(screen.getByRole('status').textContent).toBe('Live (slower)');
  expect(screen.getByTitle(/blocks the fast live connection/)).toBeTruthy();
  connectionBecomes('live');
  expect(screen.getByRole('status').textContent).toBe('Live');
  expect(screen.queryByTitle(/blocks/)).toBeNull();
});

describe('the first connection', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is mentioned only when it takes long, in place of a sign without text', () => {
    connectionBecomes('connecting');
    render(<LiveSign />);
    expect(screen.getByRole('status')).toHaveTextContent(/^$/);
    act(() => jest.advanceTimersByTime(1_500));
    expect(screen.getByRole('status')).toHaveTextContent('Connecting…');
    connectionBecomes('live');
    expect(screen.getByRole('status')).toHaveTextContent(/^Live$/);
  });

  it('is not awaited by the text of a lost connection', () => {
    render(<LiveSign />);
    connectionBecomes('reconnecting');
    expect(screen.getByRole('status')).toHaveTextContent('Reconnecting…');
  });
});
