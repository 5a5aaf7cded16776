import { render, screen } from '@testing-library/react';
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
